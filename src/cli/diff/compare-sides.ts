import { dirname } from "node:path";
import { Compiler } from "../../compiler/compiler.js";
import { nearestName } from "../../text/diagnostics/nearest-name.js";
import { diff } from "../../diff/diff.js";
import { findUnmatched, keepRoutes, nameRoutes } from "../../diff/filter-routes.js";
import { findUnused, type CompatPolicy } from "../../diff/policy.js";
import type { Api } from "../../ir/api.js";
import { formatError } from "../report/annotation.js";
import { readAccepted } from "./accepted-findings.js";
import type { Compared } from "./compared.js";
import type { DiffFormat } from "./format.js";
import { diffOptions, readSide, type Side } from "../../project/compared-side.js";
import type { LoadedConfig } from "../../project/load-config.js";
import { UsageError } from "../../project/failure.js";
import { type FilterArguments, readFilters } from "../../project/load-configured.js";
import { placeFindings } from "./place-findings.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { describeContradiction, proveReport } from "./prove-report.js";

/** The arguments of a comparison. */
export interface ComparisonArguments extends Partial<FilterArguments> {
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

export interface Comparison {
  readonly compared: Compared;
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
  const old = await readSide(oldName, loaded, config, compiler);
  const now = await readSide(newName, loaded, config, compiler);
  if (old.api === undefined || now.api === undefined) {
    [old, now].filter(({ api }) => api === undefined).forEach((side) => printErrors(side, args.format === "github"));
    process.stderr.write(`Nothing was compared: ${wrongSides(old, now)}.\n`);
    return undefined;
  }
  checkOnly(only ?? [], old.api, now.api);
  const before = { api: keepRoutes(old.api, only), places: old.places };
  const after = { api: keepRoutes(now.api, only), places: now.places };
  const compared = diff(before.api, after.api, {
    ...diffOptions(config, policy),
    ...(only !== undefined && { only }),
  });
  const { report, contradictions } =
    args.proof === true
      ? await proveReport(compared, before.api, after.api, messagesPerPart)
      : { report: compared, contradictions: [] };
  const accepted = args.since === undefined ? [] : readAccepted(args.since);
  const findings = placeFindings(report, policy, new Set(accepted), before, after);
  const ids = new Set(findings.map(({ id }) => id));
  const { impact = [] } = args;
  const program = {
    config: loaded?.config ?? { specs: [] },
    directory: loaded === undefined ? process.cwd() : dirname(loaded.path),
  };
  const programs =
    impact.length === 0
      ? undefined
      : await (
          await import("./impact.js")
        ).findImpacts(impact, { old: before.api, now: after.api }, findings, { ...program, name: args.package });
  return {
    isNew: oldName.startsWith("git:") && old.files.length === 0,
    compared: {
      report,
      findings,
      unused: findUnused(policy, report.findings),
      gone: accepted.filter((id) => !ids.has(id)),
      old: oldName,
      now: newName,
      programs,
    },
    contradictions: contradictions.map(describeContradiction),
  };
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

function wrongSides(old: Side, now: Side): string {
  if (old.api === undefined && now.api === undefined) {
    return "both sides have errors";
  }
  return old.api === undefined ? `the old side, ${old.name}, has errors` : `the new side, ${now.name}, has errors`;
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
