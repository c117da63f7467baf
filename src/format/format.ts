import { toDiagnostics, type Diagnostic } from "../text/diagnostics/diagnostic.js";
import { Source } from "../text/source.js";
import { checkSyntax, type CheckedFile } from "../syntax/parse.js";
import { joinPieces, layOut, type Piece } from "./lay-out.js";
import { readRows } from "./rows.js";

export interface FormatOptions {
  /**
   * The maximum line length at which a list of arguments is joined into one line, in UTF-16 code units; 100 by default.
   */
  readonly lineWidth?: number;
  /** `lf` by default. */
  readonly endOfLine?: "lf" | "crlf";
}

/** The formatted text, or the reasons why there is none. */
export type Formatted =
  | { readonly text: string; readonly diagnostics?: undefined }
  | { readonly text?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** A range of a text. Offsets are UTF-16 code units from 0; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const defaultLineWidth = 100;

/**
 * Formats a specification. If it has lexical or syntax errors that prevent this, returns its errors instead. Formatting
 * does not change the compiled API, and formatting the result again changes nothing. Does not throw for any text.
 */
export function format(text: string, options: FormatOptions = {}): Formatted {
  return formatFile("", text, options);
}

/** Does the same as {@link format} for a file whose path diagnostics name. */
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
 * Formats the items of a text that can be read, and leaves the others unchanged. Returns undefined if a quote is
 * missing, because the ends of items are then unknown. Line endings must be `\n`. `file` is the result of parsing the
 * text, if it is available.
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
 * Formats only the smallest sequence of sibling lines, with their blocks, that covers a range. Items with syntax errors
 * are not changed. Line endings must be `\n`.
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

/** Whether all items of the file can be read. Other errors do not affect the layout. */
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
