import type { Finding } from "../diagnostics/diagnostic.js";
import { itemTextAt } from "./places.js";
import type { Snapshot } from "./project.js";

/**
 * Findings without the syntax errors of the item on a line, counted from 1: an incomplete line is not an error while it
 * is being typed.
 */
export function withoutSyntaxErrorsAt(
  { files }: Snapshot,
  path: string,
  line: number,
  findings: readonly Finding[],
): readonly Finding[] {
  const file = files.get(path);
  const item = file && itemTextAt(file, file.source.offset({ line, column: 1 }));
  return item === undefined ? findings : findings.filter((finding) => !item.findings.includes(finding));
}
