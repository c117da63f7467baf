import { appendFileSync } from "node:fs";
import { painter } from "../diagnostics/paint.js";
import { diff } from "../diff/diff.js";
import { findUnused, rule, type CompatPolicy, type Ignore, type Level } from "../diff/policy.js";
import type { Finding, Report } from "../diff/report.js";
import { Standing } from "../diff/standing.js";
import { resolveBinding } from "../emit/binding-options.js";
import { loadConfig } from "./config.js";
import type { DiffFormat } from "./diff-format.js";
import { configuredSpecs, readSide, type Side } from "./diff-side.js";
import { exitCode } from "./exit-code.js";
import { UsageError } from "./failure.js";
import { locateDeclarations, type Place } from "./locate.js";
import { printDiagnostics } from "./print-diagnostics.js";
import { describeContradiction, proveReport } from "./prove-report.js";
import { headline, renderDiff } from "./render-diff.js";
import { renderDiffGithub } from "./render-diff-github.js";
import { renderDiffMarkdown } from "./render-diff-markdown.js";
import { renderDiffJson } from "./render-diff-json.js";
import { usesColor } from "./terminal.js";

export interface DiffArguments {
  /** The old side, and the new one unless the configuration has it. */
  readonly specs: readonly string[] | undefined;
  readonly format: DiffFormat;
  readonly level: Level | undefined;
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
  /** Whether it is shown although it does not fail. */
  readonly warns?: true;
  /** The exception that holds for it. */
  readonly ignored?: Pick<Ignore, "reason" | "until">;
  readonly old: Place | null;
  readonly new: Place | null;
}

/** Rules and execution disagree: one of them has a bug. */
const disagreement = 3;

/** Compares two revisions of an API. Returns the exit code: 1 if a change fails, 3 if Ashlar contradicts itself. */
export async function runDiff(args: DiffArguments): Promise<number> {
  const loaded = await loadConfig(args.config, process.cwd());
  const compat = loaded?.config.compat ?? {};
  const policy: CompatPolicy = args.level === undefined ? compat : { ...compat, level: args.level };
  const [oldName = policy.against, newName, ...others] = args.specs ?? [];
  if (oldName === undefined || others.length > 0) {
    throw new UsageError(
      "Name the old and the new side, or the old one in 'compat.against' of ashlar.config.*. See 'ashlar diff --help'.",
    );
  }
  if (!Number.isInteger(args.values) || args.values < 0) {
    throw new UsageError("'--values' must be a whole number, such as 50.");
  }
  const old = await readSide(oldName, loaded);
  const now = await readSide(newName ?? configuredSpecs(loaded).join(","), loaded);
  if (old.api === undefined || now.api === undefined) {
    const wrong = [old, now].filter(({ api }) => api === undefined);
    wrong.forEach(({ diagnostics, files }) => printDiagnostics(diagnostics, files, "pretty"));
    return exitCode.usageIsWrong;
  }
  const { attributes } = resolveBinding(loaded?.config.binding ?? {});
  const version = loaded?.config.package?.version;
  const compared = diff(old.api, now.api, {
    attributes,
    bothWays: args["both-ways"] || policy.deploy === "any-order",
    requiredAttributes: Object.entries(policy.attributes ?? {}).flatMap(([name, what]) =>
      what === "requires" ? [name] : [],
    ),
    messages: policy.messages ?? {},
    ...(version !== undefined && { version }),
  });
  const { report, contradictions } = args.proof
    ? await proveReport(compared, old.api, now.api, args.values)
    : { report: compared, contradictions: [] };
  const standing = new Standing(old.api, now.api, policy.previewAttribute);
  const findings = placeFindings(report, policy, standing, old, now);
  print(args, { report, findings, unused: findUnused(policy, report.findings), old: old.name, now: now.name });
  if (contradictions.length > 0) {
    process.stderr.write(contradictions.map(describeContradiction).join(""));
    return disagreement;
  }
  return findings.some(({ fails }) => fails) ? exitCode.specIsWrong : exitCode.done;
}

/** Where findings are declared on either side, and what the policy says about them. */
function placeFindings(
  report: Report,
  policy: CompatPolicy,
  standing: Standing,
  old: Side,
  now: Side,
): readonly PlacedFinding[] {
  const today = new Date();
  const oldPlaces = locateDeclarations(old.files);
  const newPlaces = locateDeclarations(now.files);
  return report.findings.map((finding) => {
    const subject = finding.subject.replace(/[#@].*$|(?:\[\]|\{\}|\{key\})+$/, "");
    const { effect, ignored, expired } = rule(finding, policy, standing, today);
    const expiry = expired === undefined ? "" : ` The exception for it expired after ${expired.until}.`;
    return {
      ...finding,
      message: finding.message + expiry,
      fails: effect === "fail",
      ...(effect === "warn" && { warns: true }),
      ...(ignored && {
        ignored: { reason: ignored.reason, ...(ignored.until !== undefined && { until: ignored.until }) },
      }),
      old: oldPlaces.get(subject) ?? null,
      new: newPlaces.get(subject) ?? null,
    };
  });
}

/** What is printed of a comparison. */
export interface Compared {
  readonly report: Report;
  readonly findings: readonly PlacedFinding[];
  /** The exceptions that match no finding. */
  readonly unused: readonly Ignore[];
  /** The names of the sides, as given. */
  readonly old: string;
  readonly now: string;
}

function print(args: DiffArguments, compared: Compared): void {
  const write = (text: string): boolean => process.stdout.write(text);
  if (args.semver) {
    write(`${compared.report.summary.semver}\n`);
  } else if (args.format === "json") {
    write(`${renderDiffJson(compared)}\n`);
  } else if (args.format === "github") {
    write(renderDiffGithub(compared));
    const summary = process.env["GITHUB_STEP_SUMMARY"] ?? "";
    if (summary !== "") {
      appendFileSync(summary, renderDiffMarkdown(compared, headline(compared.report)));
    }
  } else if (args.format === "markdown") {
    write(renderDiffMarkdown(compared, headline(compared.report)));
  } else {
    write(renderDiff(compared, { all: args.all, paint: painter(usesColor(process.stdout, process.env)) }));
  }
}
