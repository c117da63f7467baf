import { painter } from "../diagnostics/paint.js";
import { diff } from "../diff/diff.js";
import { isFailure, type Level } from "../diff/policy.js";
import type { Finding, Report } from "../diff/report.js";
import { resolveBinding } from "../emit/binding-options.js";
import { loadConfig } from "./config.js";
import type { DiffFormat } from "./diff-format.js";
import { configuredSpecs, readSide, type Side } from "./diff-side.js";
import { exitCode } from "./exit-code.js";
import { UsageError } from "./failure.js";
import { locateDeclarations, type Place } from "./locate.js";
import { printDiagnostics } from "./print-diagnostics.js";
import { describeContradiction, proveReport } from "./prove-report.js";
import { renderDiff } from "./render-diff.js";
import { renderDiffGithub } from "./render-diff-github.js";
import { renderDiffJson } from "./render-diff-json.js";
import { usesColor } from "./terminal.js";

export interface DiffArguments {
  /** The old side, and the new one unless the configuration has it. */
  readonly specs: readonly string[] | undefined;
  readonly format: DiffFormat;
  readonly level: Level;
  readonly "both-ways": boolean;
  readonly proof: boolean;
  /** How many messages to try for each part of a route. */
  readonly values: number;
  readonly all: boolean;
  readonly semver: boolean;
  readonly config?: string | undefined;
}

/** A finding with what only the command knows: whether it fails, and where it is. */
export interface PlacedFinding extends Finding {
  readonly fails: boolean;
  readonly old: Place | null;
  readonly new: Place | null;
}

/** Rules and execution disagree: one of them has a bug. */
const disagreement = 3;

/** Compares two revisions of an API. Returns the exit code: 1 if a change fails, 3 if Ashlar contradicts itself. */
export async function runDiff(args: DiffArguments): Promise<number> {
  const [oldName, newName, ...others] = args.specs ?? [];
  if (oldName === undefined || others.length > 0) {
    throw new UsageError("Name the old and the new side. See 'ashlar diff --help'.");
  }
  if (!Number.isInteger(args.values) || args.values < 0) {
    throw new UsageError("'--values' must be a whole number, such as 50.");
  }
  const sides = newName === undefined ? [oldName] : [oldName, newName];
  const needsConfig = args.config !== undefined || newName === undefined || sides.some(isWithoutPath);
  const loaded = needsConfig ? await loadConfig(args.config, process.cwd()) : undefined;
  const old = await readSide(oldName, loaded);
  const now = await readSide(newName ?? configuredSpecs(loaded).join(","), loaded);
  if (old.api === undefined || now.api === undefined) {
    const wrong = [old, now].filter(({ api }) => api === undefined);
    wrong.forEach(({ diagnostics, files }) => printDiagnostics(diagnostics, files, "pretty"));
    return exitCode.usageIsWrong;
  }
  const { attributes } = resolveBinding(loaded?.config.binding ?? {});
  const compared = diff(old.api, now.api, { attributes, bothWays: args["both-ways"] });
  const { report, contradictions } = args.proof
    ? await proveReport(compared, old.api, now.api, args.values)
    : { report: compared, contradictions: [] };
  const findings = placeFindings(report, args.level, old, now);
  print(args, report, findings, old, now);
  if (contradictions.length > 0) {
    process.stderr.write(contradictions.map(describeContradiction).join(""));
    return disagreement;
  }
  return findings.some(({ fails }) => fails) ? exitCode.specIsWrong : exitCode.done;
}

/** Whether a side is a Git revision of what the configuration names. */
function isWithoutPath(side: string): boolean {
  return /^git:[^:]*$/.test(side);
}

/** Where findings are declared on either side, and whether they fail. */
function placeFindings(report: Report, level: Level, old: Side, now: Side): readonly PlacedFinding[] {
  const oldPlaces = locateDeclarations(old.files);
  const newPlaces = locateDeclarations(now.files);
  return report.findings.map((finding) => {
    const subject = finding.subject.replace(/[#@].*$|(?:\[\]|\{\}|\{key\})+$/, "");
    return {
      ...finding,
      fails: isFailure(finding, level),
      old: oldPlaces.get(subject) ?? null,
      new: newPlaces.get(subject) ?? null,
    };
  });
}

function print(args: DiffArguments, report: Report, findings: readonly PlacedFinding[], old: Side, now: Side): void {
  const write = (text: string): boolean => process.stdout.write(text);
  if (args.semver) {
    write(`${report.summary.semver}\n`);
  } else if (args.format === "json") {
    write(`${renderDiffJson(report, findings, old.name, now.name)}\n`);
  } else if (args.format === "github") {
    write(
      findings
        .filter(({ fails }) => fails)
        .map(renderDiffGithub)
        .join(""),
    );
  } else {
    write(renderDiff(report, findings, { all: args.all, paint: painter(usesColor(process.stdout, process.env)) }));
  }
}
