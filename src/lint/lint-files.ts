import { Compiler, type Analysis } from "../compiler/compiler.js";
import { format } from "../format/format.js";
import { toDiagnostics, type Diagnostic } from "../text/diagnostics/diagnostic.js";
import type { SourceFile } from "../text/source.js";
import type { LintOptions } from "./config.js";
import type { LintFinding, Edit } from "./rule.js";
import { lintCompiled } from "./lint.js";

/** The result of the linter. */
export interface LintResult {
  /** Sorted by file, then by position. Empty if the specification has errors. */
  readonly findings: readonly LintFinding[];
  /** The errors of the specification. If there are any, nothing is linted. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface FixResult extends LintResult {
  /** All files, including unchanged ones. */
  readonly files: readonly SourceFile[];
  /** The findings that were fixed, each with its position at the time. */
  readonly fixed: readonly LintFinding[];
}

/** The maximum number of times that fixes are applied. Several rounds are needed because one fix may enable another. */
const maxRounds = 10;

/** Lints a specification. Reads nothing but its arguments, and does not throw for any specification. */
export function lint(files: readonly SourceFile[], options: LintOptions = {}): LintResult {
  return lintAnalysis(new Compiler("once").compile(files), files, options);
}

/** Lints a specification that is already compiled. */
export function lintAnalysis(analysis: Analysis, files: readonly SourceFile[], options: LintOptions): LintResult {
  const errors = analysis.findings.filter(({ severity }) => severity === "error");
  return errors.length > 0
    ? {
        findings: [],
        diagnostics: toDiagnostics(
          errors,
          files.map(({ path }) => path),
        ),
      }
    : { findings: lintCompiled(analysis, options), diagnostics: [] };
}

/**
 * Applies safe fixes repeatedly until none is left. They change neither names nor messages. Formatted files stay
 * formatted. Returns all files, the fixed findings, and the remaining findings.
 */
export function fix(files: readonly SourceFile[], options: LintOptions = {}): FixResult {
  const compiler = new Compiler();
  const formatted = new Set(files.filter(({ text }) => format(text).text === text).map(({ path }) => path));
  const reformat = (before: SourceFile, after: SourceFile): SourceFile =>
    before.text === after.text || !formatted.has(after.path)
      ? after
      : { path: after.path, text: format(after.text).text ?? after.text };
  const fixed: LintFinding[] = [];
  let at = files;
  for (let round = 0; ; round++) {
    const result = lintAnalysis(compiler.compile(at), at, options);
    const applied = round < maxRounds ? applySafeFixes(at, result.findings) : undefined;
    if (applied === undefined) {
      return { ...result, files: at, fixed };
    }
    fixed.push(...applied.fixed);
    const before = at;
    at = applied.files.map((file, index) => reformat(before[index] ?? file, file));
  }
}

/**
 * Applies safe fixes to the files. Of overlapping fixes, only the first is applied. Inserted lines have the line
 * endings of the file. Returns all files, and the findings whose fixes were applied; undefined if there are none.
 */
function applySafeFixes(
  files: readonly SourceFile[],
  findings: readonly LintFinding[],
): { readonly files: readonly SourceFile[]; readonly fixed: readonly LintFinding[] } | undefined {
  const taken = new Map<string, Edit[]>();
  const fixed: LintFinding[] = [];
  for (const finding of findings) {
    const fix = finding.fixes.find(({ safe }) => safe);
    if (fix?.edits.every((edit) => !(taken.get(edit.file) ?? []).some((other) => overlap(edit, other))) === true) {
      for (const edit of fix.edits) {
        taken.set(edit.file, [...(taken.get(edit.file) ?? []), edit]);
      }
      fixed.push(finding);
    }
  }
  return fixed.length === 0
    ? undefined
    : { files: files.map((file) => applyEdits(file, taken.get(file.path) ?? [])), fixed };
}

/** Whether two edits change the same text, or insert at the same position. */
function overlap(a: Edit, b: Edit): boolean {
  return a.start === b.start || (a.start < b.end && b.start < a.end);
}

function applyEdits({ path, text }: SourceFile, edits: readonly Edit[]): SourceFile {
  let changed = text;
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    const inserted = text.includes("\r\n") ? edit.text.replaceAll("\n", "\r\n") : edit.text;
    changed = changed.slice(0, edit.start) + inserted + changed.slice(edit.end);
  }
  return { path, text: changed };
}
