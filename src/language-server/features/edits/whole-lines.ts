import type { Span } from "../../../text/span.js";
import { lineEnd, lineStart, previousLine } from "../lines.js";
import { toFileRange, type FileRange } from "../places.js";
import type { Snapshot } from "../project.js";
import type { TextEdit } from "./text-edit.js";

/**
 * Returns the range of a node's lines, including their line breaks, the comments directly above the node, and the
 * comment at the end of its last line.
 */
export function wholeLines(span: Span, { files }: Snapshot): FileRange {
  const { path, start, end } = toFileRange(span);
  const text = files.get(path)?.source.text ?? "";
  let from = lineStart(text, start);
  // A line that contains a quote may be the end of documentation.
  while (/^[ \t]*#[^"]*$/.test(previousLine(text, from))) {
    from = lineStart(text, from - 1);
  }
  return { path, start: from, end: Math.min(lineEnd(text, end) + 1, text.length) };
}

/** Returns the text of a range, with a line break at its end. */
export function linesText({ path, start, end }: FileRange, { files }: Snapshot): string {
  const text = files.get(path)?.source.text.slice(start, end) ?? "";
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Removes lines, and the blank lines after them. */
export function removeWholeLines({ path, start, end }: FileRange, { files }: Snapshot): TextEdit {
  const text = files.get(path)?.source.text ?? "";
  const [blank = ""] = /^(?:[ \t]*\n)*/.exec(text.slice(end)) ?? [];
  const isLast = end + blank.length >= text.length;
  // At the end of a file, the blank lines above are also removed.
  const from = isLast ? start - (/(?<=\n)(?:[ \t]*\n)+$/.exec(text.slice(0, start))?.[0].length ?? 0) : start;
  return { path, start: from, end: end + blank.length, text: "" };
}

/** Inserts text above a node and the comments directly above it. */
export function insertAbove(span: Span, text: string, snapshot: Snapshot): TextEdit {
  const { path, start } = wholeLines(span, snapshot);
  return { path, start, end: start, text };
}
