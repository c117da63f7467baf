import { readFileSync, writeFileSync } from "node:fs";
import { Compiler } from "../../compiler/compiler.js";
import { nearestName } from "../../text/diagnostics/nearest-name.js";
import { diff } from "../../diff/diff.js";
import { findUnmatched, keepRoutes, nameRoutes } from "../../diff/filter-routes.js";
import { findUnused, type CompatPolicy, type Ignore } from "../../diff/policy.js";
import type { Api } from "../../ir/api.js";
import { formatError } from "../report/annotation.js";
import type { DiffFormat } from "./format.js";
import { diffOptions, readSide, type Side } from "../../project/compared-side.js";
import type { LoadedConfig } from "../../project/load-config.js";
import { UsageError, failureReason } from "../../project/failure.js";
import { type FilterArguments, readFilters } from "../../project/load-configured.js";
import { placeFindings, type PlacedFinding } from "./place-findings.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { describeContradiction, proveReport } from "./prove-report.js";
import type { Report } from "../../diff/report.js";
import type { ProgramImpacts } from "./render-impact.js";

/** The arguments of a comparison. */
interface ComparisonArguments extends Partial<FilterArguments> {
  /** Whether messages are tried. */
  readonly proof?: boolean;
  readonly only?: readonly string[] | undefined;
  /** A file with the ids of previously accepted findings. */
  readonly since?: string | undefined;
  /** Programs to search for affected code. */
  readonly impact?: readonly string[] | undefined;
  /** The name by which these programs import the package. */
  readonly package?: string | undefined;
  /** With `github`, errors of the sides are annotations. */
  readonly format?: DiffFormat;
}

interface Comparison {
  readonly compared: Compared;
  /** The sides, with the routes that `only` selects. */
  readonly apis: { readonly old: Api; readonly now: Api };
  /** Whether the Git revision of the old side does not have the API yet. */
  readonly isNew: boolean;
  /** Descriptions of the cases in which rules and proofs disagree. */
  readonly contradictions: readonly string[];
}

/** How many messages are tried for each argument, result and error. */
const messagesPerPart = 50;

/** Compares two sides. Prints the errors of a side, and returns undefined if there are any. */
export async function compareSides(
  [oldName, newName]: readonly [string, string],
  args: ComparisonArguments,
  policy: CompatPolicy,
  loaded: LoadedConfig | undefined,
): Promise<Comparison | undefined> {
  const { only } = args;
  const config = { ...loaded?.config, filters: await readFilters(args, loaded?.config.filters) };
  const compiler = new Compiler();
  const oldSide = await readSide(oldName, loaded, config, compiler);
  const newSide = await readSide(newName, loaded, config, compiler);
  if (oldSide.api === undefined || newSide.api === undefined) {
    const sidesWithErrors = [oldSide, newSide].filter(({ api }) => api === undefined);
    sidesWithErrors.forEach((side) => printErrors(side, args.format === "github"));
    process.stderr.write(`Nothing was compared: ${describeErrors(oldSide, newSide)}.\n`);
    return undefined;
  }
  checkOnly(only ?? [], oldSide.api, newSide.api);
  const old = { api: keepRoutes(oldSide.api, only), places: oldSide.places };
  const now = { api: keepRoutes(newSide.api, only), places: newSide.places };
  const ruleReport = diff(old.api, now.api, {
    ...diffOptions(config, policy),
    ...(only !== undefined && { only }),
  });
  const { report, contradictions } =
    args.proof === true
      ? await proveReport(ruleReport, old.api, now.api, messagesPerPart)
      : { report: ruleReport, contradictions: [] };
  const accepted = args.since === undefined ? [] : readAccepted(args.since);
  const findings = placeFindings(report, policy, new Set(accepted), old, now);
  const ids = new Set(findings.map(({ id }) => id));
  const apis = { old: old.api, now: now.api };
  return {
    isNew: oldName.startsWith("git:") && oldSide.files.length === 0,
    compared: {
      report,
      findings,
      unused: findUnused(policy, report.findings),
      gone: accepted.filter((id) => !ids.has(id)),
      old: oldName,
      now: newName,
      programs: await findImpacts(apis, findings, args, loaded),
    },
    apis,
    contradictions: contradictions.map(describeContradiction),
  };
}

/** Finds the places in programs that changes concern; undefined if no program is named. */
async function findImpacts(
  { old, now }: Comparison["apis"],
  findings: readonly PlacedFinding[],
  { impact = [], package: name }: ComparisonArguments,
  loaded: LoadedConfig | undefined,
): Promise<ProgramImpacts | undefined> {
  if (impact.length === 0) {
    return undefined;
  }
  const { findImpact } = await import("../../project/impact/impact.js");
  const { comparePackages, readPrograms } = await import("../../project/impact/compared-programs.js");
  const projects = await readPrograms(impact);
  const compared = await comparePackages(old, now, loaded, name);
  const relevant = findings.filter(({ severity, rule }) => severity !== "compatible" || rule.endsWith("-deprecated"));
  return { packageName: compared.name, impacts: projects.map((project) => findImpact(project, compared, relevant)) };
}

/** Prints the errors of a side. Those in a Git revision have no line in the pull request that could be annotated. */
function printErrors({ name, diagnostics, files }: Side, isAnnotated: boolean): void {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (isAnnotated && name.startsWith("git:")) {
    const texts = errors.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
    process.stderr.write(texts.map((text) => formatError(text, true)).join(""));
  } else {
    printDiagnostics(errors, files, isAnnotated ? "github" : "pretty");
  }
}

function describeErrors(oldSide: Side, newSide: Side): string {
  if (oldSide.api === undefined && newSide.api === undefined) {
    return "both sides have errors";
  }
  return oldSide.api === undefined
    ? `the old side, ${oldSide.name}, has errors`
    : `the new side, ${newSide.name}, has errors`;
}

/** Throws a UsageError if a pattern of `--only` matches nothing. */
function checkOnly(only: readonly string[], ...apis: readonly Api[]): void {
  const [unmatched] = findUnmatched(only, ...apis);
  if (unmatched !== undefined) {
    const nearest = nearestName(unmatched, nameRoutes(...apis));
    const hint = nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
    throw new UsageError(`'--only ${unmatched}' matches no route and no namespace of either side.${hint}`);
  }
}

/** A comparison to print. */
export interface Compared {
  readonly report: Report;
  readonly findings: readonly PlacedFinding[];
  /** The exceptions that match no finding. */
  readonly unused: readonly Ignore[];
  /** The ids of previously accepted findings (`--since`) that no longer occur. */
  readonly gone: readonly string[];
  /** The names of the sides, as given. */
  readonly old: string;
  readonly now: string;
  /** The places in programs that the changes concern, if programs were given. */
  readonly programs?: ProgramImpacts | undefined;
}

/** Reads the ids of findings from a file for `--since`. Throws a UsageError if the file is invalid. */
function readAccepted(path: string): readonly string[] {
  const ids = readJson(path);
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string")) {
    throw new UsageError(`${path} must be a JSON array of finding ids, as 'ashlar diff --update-since' writes it.`);
  }
  return ids;
}

/** Writes ids as `--update-since` does: sorted, one per line. Throws a UsageError if the file cannot be written. */
export function writeAccepted(path: string, ids: readonly string[]): void {
  try {
    writeFileSync(path, `${JSON.stringify([...ids].sort(), null, 2)}\n`);
  } catch (thrown) {
    throw new UsageError(`${path} cannot be written: ${failureReason(thrown)}.`);
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    throw new UsageError(`${path} cannot be read: ${failureReason(thrown)}.`);
  }
}
