import { formatRange, formatReadableItems } from "../../format/format.js";
import { readLexemes } from "../../syntax/lexemes.js";
import { lineEdits } from "./edits/line-edits.js";
import type { TextEdit } from "./edits/text-edit.js";
import { readLineContext } from "./line-context.js";
import { lineEnd, lineStart, previousLine } from "./lines.js";
import { itemTextAt } from "./places.js";
import type { Snapshot } from "./project.js";

/**
 * Returns the edits that format a file, without a byte order mark. Items with syntax errors are not changed (LSP-70). A file
 * with different line endings is replaced as a whole, because edits of lines would keep them.
 */
export function formatDocument({ files }: Snapshot, path: string, lineWidth: number): TextEdit[] {
  const file = files.get(path);
  if (file === undefined) {
    return [];
  }
  const { text } = file.source;
  const formatted = text.startsWith("\ufeff")
    ? formatReadableItems(text.slice(1), lineWidth)
    : formatReadableItems(text, lineWidth, file);
  if (formatted === undefined) {
    return [];
  }
  return hasMixedLineEndings(file.text)
    ? [{ path, start: 0, end: text.length, text: formatted }]
    : lineEdits(path, text, formatted);
}

/** Whether line endings differ, or are not those of today. */
export function hasMixedLineEndings(text: string): boolean {
  const endings = new Set(text.match(/\r\n?|\n/g));
  return endings.size > 1 || endings.has("\r");
}

/** Returns the edits that format only the lines of a range. */
export function formatLines(
  { files }: Snapshot,
  path: string,
  start: number,
  end: number,
  lineWidth: number,
): TextEdit[] {
  const text = files.get(path)?.source.text;
  return text === undefined ? [] : lineEdits(path, text, formatRange(text, { start, end }, lineWidth));
}

/** Matches the start of a line after which the next line is one level deeper. */
const head = /^(?:struct|union|union_closed|patch|annotation_type|route|example|attrs)\b/;

/**
 * Returns the first line of the last construct in the text, because documentation and lists can span lines. Undefined
 * if there is none.
 */
function firstLineOfLast(text: string): string | undefined {
  let start: number | undefined;
  let depth = 0;
  let isEmpty = true;
  for (const lexeme of readLexemes(text)) {
    if (lexeme.kind === "punctuation") {
      depth += "([{".includes(lexeme.text) ? 1 : ")]}".includes(lexeme.text) ? -1 : 0;
    }
    if (lexeme.kind === "lineEnd" && depth <= 0) {
      isEmpty = true;
    } else if (lexeme.kind !== "lineEnd" && lexeme.kind !== "space" && isEmpty) {
      start = lineStart(text, lexeme.start);
      isEmpty = false;
    }
  }
  return start === undefined ? undefined : text.slice(start, lineEnd(text, start));
}

/** Returns the edit that indents a new line after the Enter key (LSP-70). */
export function indentNewLine({ files }: Snapshot, path: string, offset: number): TextEdit[] {
  const file = files.get(path);
  const item = file && itemTextAt(file, offset);
  if (file === undefined || item === undefined) {
    return [];
  }
  const { text } = file.source;
  const start = lineStart(text, offset);
  const previous = previousLine(text, offset);
  const base = item.source.offsetInFile(0);
  const context = readLineContext(item.source.text, Math.max(0, start - base));
  const isContinued = context.inside?.kind === "string" || context.before.length > 0;
  if (start === 0 || previous.trim() === "" || isContinued) {
    return [];
  }
  const above = firstLineOfLast(item.source.text.slice(0, Math.max(0, start - base))) ?? previous;
  const width = above.search(/\S/) + (head.test(above.trim()) ? 4 : 0);
  const [written = ""] = /^[ \t]*/.exec(text.slice(start)) ?? [];
  return written.length === width && !written.includes("\t")
    ? []
    : [{ path, start, end: start + written.length, text: " ".repeat(width) }];
}
