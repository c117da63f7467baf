import { unwrap } from "../../compiler/semantics/doc-text.js";
import type * as ast from "../../syntax/ast.js";
import { leadingSentence } from "../../ir/plain-text.js";

/** Returns a reference to a type as source text on one line. */
export function writeType({ extent }: ast.TypeRef): string {
  const { source, start, end } = extent;
  return source.text
    .slice(start, end)
    .replace(/"(?:[^"\\]|\\[^])*"|#[^\n]*|\s+/g, (found) =>
      found.startsWith('"') ? found : found.startsWith("#") ? "" : " ",
    )
    .replace(/\s+/g, " ")
    .replace(/\( | \)/g, (found) => found.trim());
}

/** Returns the first sentence of documentation; empty if there is none. */
export function docSummary(doc: ast.Doc | undefined): string {
  const [line = ""] = unwrap(doc?.text ?? "").split("\n");
  return leadingSentence(line);
}
