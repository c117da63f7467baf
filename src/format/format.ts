import { toDiagnostics, type Diagnostic } from "../diagnostics/diagnostic.js";
import { Source } from "../source/source.js";
import { checkSyntax, type CheckedFile } from "../syntax/parse.js";
import { joinPieces, layOut, type Piece } from "./lay-out.js";
import { readRows } from "./rows.js";

export interface FormatOptions {
  /** Lists of arguments are joined if their line is at most this long, in UTF-16 code units; 100 by default. */
  readonly lineWidth?: number;
  /** `lf` by default. */
  readonly endOfLine?: "lf" | "crlf";
}

/** The formatted text, or the reasons why there is none. */
export type Formatted =
  | { readonly text: string; readonly diagnostics?: undefined }
  | { readonly text?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** A part of a text: offsets in UTF-16 code units from 0, `end` after the last one. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const defaultLineWidth = 100;

/**
 * Formats a specification. Returns its lexical and syntax errors instead if it has any. The compiled API is the same before
 * and after, and formatting again changes nothing. Does not throw for any text.
 */
export function format(text: string, options: FormatOptions = {}): Formatted {
  return formatFile("", text, options);
}

/** {@link format} for a file that diagnostics name. */
export function formatFile(
  path: string,
  text: string,
  { lineWidth = defaultLineWidth, endOfLine = "lf" }: FormatOptions,
): Formatted {
  const source = new Source(text.replace(/^\ufeff/, "")).text;
  const file = checkSyntax({ path, text: source });
  if (!isReadable(file)) {
    return { diagnostics: toDiagnostics(file.findings, [path]) };
  }
  const formatted = joinFile(layOutFile(file, source, lineWidth));
  return { text: endOfLine === "crlf" ? formatted.replaceAll("\n", "\r\n") : formatted };
}

/**
 * Formats the items of a text that have no syntax errors, and keeps the others unchanged. Undefined if a quote is
 * missing, because the ends of items are then unknown. Line endings must be `\n`. `file` is the tree of the text, if it
 * is available.
 */
export function formatReadableItems(
  text: string,
  lineWidth: number = defaultLineWidth,
  file: CheckedFile = checkSyntax({ path: "", text }),
): string | undefined {
  if (file.findings.some(({ code }) => code === "unterminated-string")) {
    return undefined;
  }
  return joinFile(layOutFile(file, text, lineWidth));
}

/**
 * Formats the smallest sequence of whole lines of one parent that covers a range, and nothing else. Items with syntax errors
 * are kept unchanged. Line endings must be `\n`.
 */
export function formatRange(text: string, range: TextRange, lineWidth: number = defaultLineWidth): string {
  const pieces = layOutFile(checkSyntax({ path: "", text }), text, lineWidth);
  let from = pieces.findIndex(({ end }) => end >= range.start);
  const to = pieces.findLastIndex(({ start }) => start < Math.max(range.end, range.start + 1));
  if (from === -1 || to < from) {
    return text;
  }
  const level = pieces.slice(from, to + 1).reduce((least, piece) => Math.min(least, piece.level), Infinity);
  while (from > 0 && (pieces[from]?.level ?? 0) > level) {
    from--;
  }
  const run = pieces.slice(from, to + 1);
  return text.slice(0, run[0]?.start) + joinPieces(run) + text.slice(run.at(-1)?.end);
}

/** Whether the whole file can be divided into items. Other errors do not matter for its layout. */
function isReadable({ itemTexts, findings }: CheckedFile): boolean {
  return !itemTexts.some(({ unreadable }) => unreadable) && !findings.some(({ code }) => code === "merge-conflict");
}

function layOutFile({ itemTexts }: CheckedFile, source: string, lineWidth: number): Piece[] {
  const pieces = layOut(readRows(itemTexts), source, lineWidth);
  expectSameCode(pieces, source);
  return pieces;
}

function joinFile(pieces: readonly Piece[]): string {
  return pieces.length === 0 ? "" : `${joinPieces(pieces)}\n`;
}

/** Throws an Error if pieces add or omit anything but white space, which would be a bug. */
function expectSameCode(pieces: readonly Piece[], source: string): void {
  let at = 0;
  for (const { start, end, text } of pieces) {
    const before = source.slice(start, end);
    if (hasCode(source.slice(at, start)) || (text !== before && withoutSpace(text) !== withoutSpace(before))) {
      throw new Error(`Formatting would have changed more than white space after offset ${at}.`);
    }
    at = end;
  }
  if (hasCode(source.slice(at))) {
    throw new Error("Formatting would have left out the end of the text.");
  }
}

function hasCode(text: string): boolean {
  return /[^ \t\n]/.test(text);
}

function withoutSpace(text: string): string {
  return text.replace(/[ \t\n]+/g, "");
}
