import type { Span } from "../../text/span.js";
import { writtenDocReference } from "../../compiler/semantics/doc-text.js";
import type * as ast from "../../syntax/ast.js";

/** A reference in documentation as written. */
export interface DocReference {
  /** The word between the colons. */
  readonly tag: string;
  readonly value: string;
  /** The span from the first colon to the last backquote. */
  readonly span: Span;
  /** The text between the backquotes. */
  readonly valueSpan: Span;
}

/** Returns the references in documentation (DOC-4). */
export function findDocReferences(doc: ast.Doc): DocReference[] {
  const { source, start, end } = doc.span;
  return [...source.text.slice(start, end).matchAll(writtenDocReference)].map(
    ({ 0: whole, 1: tag = "", 2: value = "", index }) => {
      const from = start + index;
      const valueEnd = from + whole.length - 1;
      return {
        tag,
        value,
        span: { source, start: from, end: valueEnd + 1 },
        valueSpan: { source, start: valueEnd - value.length, end: valueEnd },
      };
    },
  );
}
