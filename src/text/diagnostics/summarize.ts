import type { ShownDiagnostic } from "./diagnostic.js";

/**
 * Returns a summary such as `2 errors, 1 warning in 3 files`, which counts only files with diagnostics. Without
 * diagnostics, returns the number of checked files.
 */
export function summarize(diagnostics: readonly ShownDiagnostic[], checkedFiles: number): string {
  if (diagnostics.length === 0) {
    return `No problems in ${count(checkedFiles, "file")}`;
  }
  const counts = (["error", "warning", "info"] as const)
    .map((severity) => ({ severity, n: diagnostics.filter((diagnostic) => diagnostic.severity === severity).length }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => count(n, severity));
  return `${counts.join(", ")} in ${count(new Set(diagnostics.map(({ file }) => file)).size, "file")}`;
}

/** Returns a number with its noun: `1 file`, `2 files`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
