import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { LintFinding } from "../../lint/finding.js";
import type { SourceFile } from "../../text/source.js";

/**
 * Reports how many findings of each rule were fixed, or would be. Without this, fixed findings of level info would not
 * be mentioned.
 */
export function printFixed(fixed: readonly LintFinding[], args: { readonly "dry-run": boolean }): void {
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
export function printDiff(before: readonly SourceFile[], after: readonly SourceFile[]): void {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const changed = after.filter(({ path, text }) => text !== texts.get(path));
  process.stdout.write(changed.map(({ path, text }) => unifiedDiff(path, texts.get(path) ?? "", text)).join(""));
}

function unifiedDiff(path: string, before: string, after: string): string {
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, options);
}
