import type { Finding } from "../../text/diagnostics/diagnostic.js";
import { itemTextAt } from "./places.js";
import type { Snapshot } from "./project.js";

/**
 * Removes the syntax errors of the item that contains a line, because an incomplete line is not an error while it is
 * being typed. `line` is counted from 1.
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
