import type { Span } from "../../text/span.js";
import { toFileRange, type FileRange } from "./places.js";
import type { Snapshot } from "./project.js";

/** A replacement in a file. Offsets refer to the text with `\n` as the only line ending. */
export interface TextEdit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

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

/** Returns the start of the line that contains an offset. */
export function lineStart(text: string, offset: number): number {
  // A negative index would match a line break at the start of the text.
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Returns the end of the line that contains an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}

/** Whether only white space precedes an offset on its line. */
export function beginsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

/** Returns the line before the one that contains an offset; empty if there is none. */
export function previousLine(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return start === 0 ? "" : text.slice(lineStart(text, start - 1), start - 1);
}

/**
 * Returns the edit that adds an import to a file, in alphabetical order; empty if the namespace is already imported or
 * is the file's own.
 */
export function addImport({ names }: Snapshot, path: string, namespace: string): TextEdit[] {
  const section = names.sectionsOf(path)[0];
  if (section === undefined || section.namespace === namespace) {
    return [];
  }
  if (names.namespaces.get(section.namespace)?.imports.has(namespace) === true) {
    return [];
  }
  const imports = section.items.filter((item) => item.kind === "import");
  const next = imports.find(({ name }) => name.text > namespace);
  if (next !== undefined) {
    const { start } = toFileRange(next.extent);
    return [{ path, start, end: start, text: `import ${namespace}\n` }];
  }
  const last = imports.at(-1);
  if (last !== undefined) {
    const { end } = toFileRange(last.extent);
    return [{ path, start: end, end, text: `\nimport ${namespace}` }];
  }
  const header = section.items.find((item) => item.kind === "namespace");
  if (header === undefined) {
    return [];
  }
  const { end } = toFileRange(header.extent);
  return [{ path, start: end, end, text: `\n\nimport ${namespace}` }];
}
