import { unwrap } from "../../compiler/semantics/doc-text.js";
import type * as ast from "../../syntax/ast.js";

/** Returns the first sentence of documentation; empty if there is none. */
export function docSummary(doc: ast.Doc | undefined): string {
  const [line = ""] = unwrap(doc?.text ?? "").split("\n");
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}
