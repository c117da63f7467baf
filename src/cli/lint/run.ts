import { dirname, resolve, basename } from "node:path";
import type { Diagnostic } from "../../text/diagnostics/diagnostic.js";
import { fix, lint } from "../../lint/lint-files.js";
import type { LintConfig, LintOptions, Baseline } from "../../lint/config.js";
import type { SourceFile } from "../../text/source.js";
import { loadConfig, type LoadedConfig } from "../../project/load-config.js";
import { exitCode } from "../report/process.js";
import { UsageError } from "../../project/failure.js";
import { findIgnored } from "../../project/ignored-files.js";
import { readBaseline } from "../../project/lint-settings.js";
import { reportExcessWarnings, type LintFormat } from "../options.js";
import { explainRule, listRules } from "./list-rules.js";
import { readInput } from "../../project/load-configured.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { printFindings } from "./print-findings.js";
import { displayPath } from "../../project/paths.js";
import { readSpecs } from "../../project/specs.js";
import { baselinePath, checkOverrides, chooseRules, namesRules } from "./choice.js";
import { writeChanged, replaceFiles } from "../../project/output/replace-files.js";
import type { LintFinding } from "../../lint/rule.js";
import { unifiedDiff } from "../report/unified-diff.js";

export interface LintArguments {
  /** Files, folders, globs or `-`; by default, those of the configuration. */
  readonly specs: readonly string[] | undefined;
  readonly fix: boolean;
  readonly "dry-run": boolean;
  readonly preset?: LintConfig["preset"] | undefined;
  /** Entries such as `doc-field`, or `doc-field=warn`. */
  readonly rule?: readonly string[] | undefined;
  readonly "max-warnings"?: number | undefined;
  readonly baseline?: string | undefined;
  readonly "write-baseline": boolean;
  readonly format: LintFormat;
  readonly verbose: boolean;
  readonly "list-rules": boolean;
  readonly explain?: string | undefined;
  readonly config?: string | undefined;
}

/** Lints specifications. Returns the exit code, which is 1 if there are errors, or more warnings than allowed. */
export async function runLint(args: LintArguments): Promise<number> {
  checkCombinations(args);
  const loaded = await loadConfig(args.config, process.cwd());
  const config = loaded?.config.lint ?? {};
  if (args.explain !== undefined) {
    explainRule(args.explain, config.custom ?? []);
    return exitCode.done;
  }
  if (args["list-rules"]) {
    listRules(config.custom ?? []);
    return exitCode.done;
  }
  const files = await readLinted(args, loaded);
  const ignored = await findIgnored(files.map(({ path }) => path));
  const choice: LintOptions = { ...chooseRules(args, config, loaded), ignored };
  const path = baselinePath(args, config, loaded);
  return args["write-baseline"] ? saveBaseline(files, choice, path) : report(args, files, choice, path);
}

/** Throws a UsageError for contradictory options. */
function checkCombinations(args: LintArguments): void {
  if (args["dry-run"] && !args.fix) {
    throw new UsageError("--dry-run shows what --fix would change. Use it with --fix.");
  }
  if (args["dry-run"] && ["json", "sarif"].includes(args.format)) {
    throw new UsageError(`--dry-run prints a diff where --format ${args.format} prints findings. Leave one out.`);
  }
  if (args["write-baseline"] && namesRules(args)) {
    throw new UsageError("--write-baseline writes the findings of all rules. Leave out --rule, or give it a level.");
  }
}

async function report(
  args: LintArguments,
  files: readonly SourceFile[],
  choice: LintOptions,
  baselineFile: string | undefined,
): Promise<number> {
  const baseline = baselineFile === undefined ? undefined : readBaseline(baselineFile);
  const options: LintOptions = { ...choice, ...(baseline && { baseline }) };
  const result = args.fix ? fix(files, options) : { ...lint(files, options), files, fixed: [] };
  if (result.diagnostics.length > 0) {
    return failToLint(result.diagnostics, files, args.format);
  }
  if (args["dry-run"]) {
    printDiff(files, result.files);
  } else {
    await writeChanged(files, result.files);
  }
  printFindings(result.findings, result.files, args);
  printFixed(result.fixed, args);
  const stale =
    baseline === undefined || namesRules(args) ? 0 : staleEntries(baseline, lint(result.files, choice).findings);
  if (stale > 0) {
    const entries = stale === 1 ? "One entry" : `${stale} entries`;
    process.stderr.write(
      `${entries} of the baseline ${stale === 1 ? "is" : "are"} no longer found. Run \`ashlar lint --write-baseline\` to update it.\n`,
    );
  }
  const tooMany = reportExcessWarnings(result.findings, args);
  return tooMany || result.findings.some(({ severity }) => severity === "error") ? exitCode.specIsWrong : exitCode.done;
}

async function saveBaseline(
  files: readonly SourceFile[],
  choice: LintOptions,
  path: string | undefined,
): Promise<number> {
  const { findings, diagnostics } = lint(files, choice);
  if (diagnostics.length > 0) {
    return failToLint(diagnostics, files, "pretty");
  }
  const target = path ?? "ashlar-lint-baseline.json";
  await writeBaseline(target, findings);
  process.stdout.write(`${displayPath(resolve(target))}\n`);
  return exitCode.done;
}

function failToLint(diagnostics: readonly Diagnostic[], files: readonly SourceFile[], format: LintFormat): number {
  printDiagnostics(diagnostics, files, format === "sarif" ? "pretty" : format);
  process.stderr.write("Nothing was linted: correct the errors first.\n");
  return exitCode.specIsWrong;
}

async function readLinted(args: LintArguments, loaded: LoadedConfig | undefined): Promise<readonly SourceFile[]> {
  const specs = args.specs ?? [];
  if (specs.length > 0) {
    if (args.fix && specs.includes("-")) {
      throw new UsageError("Standard input cannot be fixed in place. Name files.");
    }
    return readSpecs(specs);
  }
  if (loaded === undefined) {
    throw new UsageError(
      "No specifications are given, and there is no ashlar.config.* in this folder or above.\n" +
        "Name .stone files, folders or globs, or - for standard input.",
    );
  }
  const { specs: files } = await readInput({ config: loaded.config, directory: dirname(loaded.path) });
  checkOverrides(loaded.config.lint ?? {}, loaded, files);
  return files;
}

/**
 * Writes findings as a baseline. It contains only the sorted targets of each rule, so that it does not change when text
 * moves.
 */
async function writeBaseline(path: string, found: readonly LintFinding[]): Promise<void> {
  const targets = groupTargets(found);
  const findings = Object.fromEntries([...targets].sort().map(([rule, names]) => [rule, [...names].sort()]));
  const text = `${JSON.stringify({ version: 1, findings } satisfies Baseline, undefined, 2)}\n`;
  await replaceFiles(dirname(path), [{ path: basename(path), text }]);
}

/** Returns the number of entries of a baseline that match none of the findings. */
function staleEntries({ findings }: Baseline, found: readonly LintFinding[]): number {
  const targets = groupTargets(found);
  return Object.entries(findings)
    .flatMap(([rule, names]) => names.map((name) => targets.get(rule)?.has(name) === true))
    .filter((isFound) => !isFound).length;
}

function groupTargets(found: readonly LintFinding[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  for (const { code, target } of found) {
    targets.set(code, (targets.get(code) ?? new Set()).add(target));
  }
  return targets;
}

/**
 * Reports how many findings of each rule were fixed, or would be. Without this, fixed findings of level info would not
 * be mentioned.
 */
function printFixed(fixed: readonly LintFinding[], args: { readonly "dry-run": boolean }): void {
  if (fixed.length === 0) {
    return;
  }
  const counts = new Map<string, number>();
  for (const { code } of fixed) {
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const rules = [...counts].map(([rule, count]) => `${rule} ${count}`).sort();
  const files = new Set(fixed.map(({ file }) => file)).size;
  process.stderr.write(
    `${args["dry-run"] ? "Would fix" : "Fixed"} ${fixed.length} ${fixed.length === 1 ? "finding" : "findings"} ` +
      `in ${files} ${files === 1 ? "file" : "files"}: ${rules.join(", ")}.\n`,
  );
}

/** Prints the changes of files as a diff, for people and for `git apply`. */
function printDiff(before: readonly SourceFile[], after: readonly SourceFile[]): void {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const changed = after.filter(({ path, text }) => text !== texts.get(path));
  process.stdout.write(changed.map(({ path, text }) => unifiedDiff(path, texts.get(path) ?? "", text)).join(""));
}
