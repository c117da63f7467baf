import type { SourceFile } from "../text/source.js";
import type { Edit, LintFinding } from "./finding.js";

/**
 * Applies safe fixes to the files. Of overlapping fixes, only the first is applied. Inserted lines have the line
 * endings of the file. Returns all files, and the findings whose fixes were applied; undefined if there are none.
 */
export function applySafeFixes(
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
