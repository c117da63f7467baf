import { appendFileSync, writeFileSync } from "node:fs";
import { painter, type Paint } from "../../text/diagnostics/paint.js";
import type { CompatPolicy, Level } from "../../diff/policy.js";
import { formatError } from "../report/annotation.js";
import { writeAccepted, compareSides, type Compared } from "./compare-sides.js";
import { problemWithVersion } from "./raised-version.js";
import { loadConfig, type LoadedConfig } from "../../project/load-config.js";
import { parseDiffOutput, type DiffFormat } from "./format.js";
import { configuredSpecs } from "../../project/compared-side.js";
import { exitCode, usesColor } from "../report/process.js";
import { explainRule, listRules } from "./explain-rule.js";
import { failureReason, UsageError } from "../../project/failure.js";
import type { FilterArguments } from "../../project/load-configured.js";
import { renderDiff } from "./render-text.js";
import { renderDiffGithub } from "./render-github.js";
import { renderDiffJson } from "./render-json.js";
import { hasPlace, renderImpacts, renderImpactsGithub, renderImpactsMarkdown } from "./render-impact.js";
import { renderDiffMarkdown } from "./render-markdown.js";

export interface DiffArguments extends FilterArguments {
  readonly old: string | undefined;
  readonly new: string | undefined;
  readonly format: DiffFormat;
  /** Additional reports, besides the one on standard output: `FORMAT=FILE`. */
  readonly output: readonly string[] | undefined;
  readonly level: Level | undefined;
  /** Whether messages are tried. */
  readonly proof: boolean;
  readonly all: boolean;
  readonly docs: boolean;
  readonly only: readonly string[] | undefined;
  /** A file with the ids of previously accepted findings. */
  readonly since: string | undefined;
  readonly "update-since": boolean;
  readonly impact: readonly string[] | undefined;
  readonly "impact-only": boolean;
  readonly package: string | undefined;
  readonly semver: boolean;
  readonly explain: string | undefined;
  readonly "list-rules": boolean;
  readonly config?: string | undefined;
}

/** The exit code if rules and execution disagree, so that one of them has a bug. */
const disagreement = 3;

/** Compares two revisions of an API. Returns the exit code: 1 if a change fails, 3 if Ashlar contradicts itself. */
export async function runDiff(args: DiffArguments): Promise<number> {
  if (args["list-rules"]) {
    process.stdout.write(listRules());
    return exitCode.done;
  }
  if (args.explain !== undefined) {
    process.stdout.write(await explainRule(args.explain, process.stdout.columns, paintsOutput()));
    return exitCode.done;
  }
  const outputs = (args.output ?? []).map(parseDiffOutput);
  const loaded = await loadConfig(args.config, process.cwd());
  const compat = loaded?.config.compat ?? {};
  const policy: CompatPolicy = args.level === undefined ? compat : { ...compat, level: args.level };
  const outcome = await compareSides(
    namesOfSides(args, policy, loaded),
    { ...args, since: args["update-since"] ? undefined : args.since },
    policy,
    loaded,
  );
  if (outcome === undefined) {
    return exitCode.usageIsWrong;
  }
  const { compared, contradictions, isNew } = outcome;
  const failing = compared.findings.filter(
    (finding) => finding.fails && !(args["impact-only"] && compared.programs && !hasPlace(finding, compared.programs)),
  );
  if (args["update-since"] && args.since !== undefined) {
    writeAccepted(
      args.since,
      failing.map(({ id }) => id),
    );
    return exitCode.done;
  }
  const failsBySource = policy.level === "caller" || policy.level === "source";
  const hasErrors = failsBySource && compared.programs?.impacts.some(({ errors }) => errors.length > 0) === true;
  process.stdout.write(args.semver ? `${compared.report.summary.semver}\n` : render(args.format, compared, args));
  outputs.forEach(({ format, path }) => write(path, render(format, compared, args)));
  if (args.format === "github") {
    appendSummary(render("markdown", compared, args));
  }
  if (contradictions.length > 0) {
    process.stderr.write(contradictions.join(""));
    return disagreement;
  }
  const problem =
    policy.version === "check" && !isNew
      ? await problemWithVersion(compared.old, loaded, compared.report.summary.semver)
      : undefined;
  if (problem !== undefined) {
    process.stderr.write(formatError(problem, args.format === "github"));
  }
  return failing.length > 0 || hasErrors || problem !== undefined ? exitCode.specIsWrong : exitCode.done;
}

/** Returns the names of the old and the new side. Throws a UsageError for contradictory options. */
function namesOfSides(
  args: DiffArguments,
  { against }: CompatPolicy,
  loaded: LoadedConfig | undefined,
): readonly [string, string] {
  const { old: oldName = against, new: newName } = args;
  if (oldName === undefined) {
    throw new UsageError(
      "Name the old and the new side, or the old one in 'compat.against' of ashlar.config.*. See 'ashlar diff --help'.",
    );
  }
  if (args["update-since"] && args.since === undefined) {
    throw new UsageError("'--update-since' needs '--since FILE', which says where to write.");
  }
  if (args["impact-only"] && args.impact === undefined) {
    throw new UsageError("'--impact-only' needs '--impact PATH', which says which programs count.");
  }
  return [oldName, newName ?? configuredSpecs(loaded).join(",")];
}

function render(format: DiffFormat, compared: Compared, { all, docs }: DiffArguments): string {
  const { programs, findings } = compared;
  switch (format) {
    case "json":
      return `${renderDiffJson(compared)}\n`;
    case "github":
      return renderDiffGithub(compared) + (programs ? renderImpactsGithub(programs, findings) : "");
    case "markdown":
      return renderDiffMarkdown(compared, { docs }) + (programs ? renderImpactsMarkdown(programs, findings) : "");
    case "pretty": {
      const paint = paintsOutput();
      return (
        (programs ? `${renderImpacts(programs, findings, paint, true).trimStart()}\n` : "") +
        renderDiff(compared, { all, docs, paint })
      );
    }
  }
}

function paintsOutput(): Paint {
  return painter(usesColor(process.stdout, process.env));
}

/** Appends to the Markdown file that GitHub Actions shows beside the log. */
function appendSummary(markdown: string): void {
  const path = process.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (path !== "") {
    appendFileSync(path, markdown);
  }
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (thrown) {
    throw new UsageError(`${path} cannot be written: ${failureReason(thrown)}.`);
  }
}
