import { formatRange, formatReadableItems, format } from "../../format/format.js";
import type * as ast from "../../syntax/ast.js";
import { readLexemes } from "../../syntax/lexemes.js";
import { lineEnd, lineStart, previousLine, type TextEdit } from "./edits.js";
import { readLineContext } from "./line-context.js";
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

/**
 * Returns the edits between two texts that differ only in white space. They are line by line, so that cursors and folds
 * keep their positions.
 */
function lineEdits(path: string, before: string, after: string): TextEdit[] {
  const old = readLines(before);
  const wanted = readLines(after);
  const edits: TextEdit[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < wanted.length) {
    const from = i;
    const to = j;
    let left = old[i++]?.code ?? "";
    let right = wanted[j++]?.code ?? "";
    if (left !== right && (left === "" || right === "")) {
      // A blank line was added or removed.
      if (left === "") {
        j--;
      } else {
        i--;
      }
    } else {
      // Lists were joined or broken: groups of lines have the same code.
      while (left !== right && (i < old.length || j < wanted.length)) {
        if (left.length < right.length || j >= wanted.length) {
          left += old[i++]?.code ?? "";
        } else {
          right += wanted[j++]?.code ?? "";
        }
      }
    }
    const oldText = old
      .slice(from, i)
      .map(({ text }) => text)
      .join("");
    const newText = wanted
      .slice(to, j)
      .map(({ text }) => text)
      .join("");
    if (oldText !== newText) {
      const start = old[from]?.start ?? before.length;
      edits.push({ path, start, end: start + oldText.length, text: newText });
    }
  }
  return edits;
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** The text without white space. */
  readonly code: string;
}

function readLines(text: string): Line[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
    code: line.replace(/[ \t\n]+/g, ""),
  }));
}

/** Returns the edits, and formats their result in items that were formatted before (LSP-64). */
export function keepFormatted(edits: readonly TextEdit[], { files }: Snapshot, lineWidth: number): TextEdit[] {
  const paths = new Set(edits.map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const file = files.get(path);
    const fileEdits = edits.filter((edit) => edit.path === path);
    return file === undefined ? fileEdits : keepFileFormatted(file, fileEdits, lineWidth);
  });
}

/** Formats only the changed items and their neighbors, because the blank lines between two items depend on both. */
function keepFileFormatted(file: ast.SpecFile, edits: readonly TextEdit[], lineWidth: number): readonly TextEdit[] {
  const start = startOfItem(file, Math.min(...edits.map((edit) => edit.start)), -1) ?? 0;
  const end = startOfItem(file, Math.max(...edits.map((edit) => edit.end)), 2) ?? file.source.text.length;
  const before = file.source.text.slice(start, end);
  const [blankLines = ""] = /\n*$/.exec(before) ?? [];
  const formatted = (text: string): string | undefined =>
    format(text, { lineWidth }).text?.replace(/\n*$/, () => blankLines);
  if (formatted(before) !== before) {
    return edits;
  }
  const after = applyEdits(before, start, edits);
  const wanted = formatted(after);
  return wanted === undefined || wanted === after ? edits : [changeBetween(file.path, start, before, wanted)];
}

/** Returns the start of an item, `distance` items after the one at an offset; undefined if there is none. */
function startOfItem(file: ast.SpecFile, offset: number, distance: number): number | undefined {
  const item = itemTextAt(file, offset);
  return item && file.itemTexts[file.itemTexts.indexOf(item) + distance]?.source.offsetInFile(0);
}

function applyEdits(text: string, base: number, edits: readonly TextEdit[]): string {
  return edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => b.edit.start - a.edit.start || b.index - a.index)
    .reduce((at, { edit }) => at.slice(0, edit.start - base) + edit.text + at.slice(edit.end - base), text);
}

/** Returns a single edit from the first difference to the last. */
function changeBetween(path: string, base: number, before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) {
    end++;
  }
  return { path, start: base + start, end: base + before.length - end, text: after.slice(start, after.length - end) };
}
