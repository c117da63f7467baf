import type { Span } from "../../../text/span.js";
import { lineEnd, lineStart } from "../lines.js";
import { toFileRange } from "../places.js";
import type { TextEdit } from "./text-edit.js";

export function replaceSpan(span: Span, text: string): TextEdit {
  return { ...toFileRange(span), text };
}

export function insertAt({ source }: Span, offset: number, text: string): TextEdit {
  return replaceSpan({ source, start: offset, end: offset }, text);
}

/** Inserts text at the end of the last line of a node, after a comment on that line. */
export function insertBelow({ source, end }: Span, text: string): TextEdit {
  const at = lineEnd(source.text, end);
  return replaceSpan({ source, start: at, end: at }, text);
}

export function spanText({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}

/** Returns the indentation of the line that contains an offset. */
export function indentationAt({ source, start }: Span): string {
  return /^[ \t]*/.exec(source.text.slice(lineStart(source.text, start)))?.[0] ?? "";
}

/** Removes all lines of a node. */
export function removeLines({ source, start, end }: Span): TextEdit {
  const from = lineStart(source.text, start);
  const next = source.text.indexOf("\n", Math.max(from, end - 1));
  return replaceSpan({ source, start: from, end: next === -1 ? source.text.length : next + 1 }, "");
}

/** Extends a span to include the white space before it. */
export function withSpaceBefore({ source, start, end }: Span): Span {
  const before = source.text.slice(0, start);
  return { source, start: before.trimEnd().length, end };
}
