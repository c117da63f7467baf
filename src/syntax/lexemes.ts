import { StringEnds } from "./string-ends.js";

/** The class of a token, or of the text between tokens. */
export type LexemeKind =
  "space" | "lineEnd" | "comment" | "string" | "word" | "path" | "number" | "punctuation" | "illegal";

export interface Lexeme {
  readonly kind: LexemeKind;
  readonly text: string;
  /** In UTF-16 code units from the start of the text. */
  readonly start: number;
}

/**
 * The token classes of LEX-20a and the text between tokens, each with a pattern for its first character, and one for the whole
 * unless it is a single character or a string.
 */
const patterns: readonly (readonly [first: RegExp, kind: LexemeKind, whole?: RegExp])[] = [
  [/[ \t]/, "space", /[ \t]+/y],
  [/\n/, "lineEnd"],
  [/#/, "comment", /#[^\n]*/y],
  [/[A-Za-z_]/, "word", /(?:true|false|null)\b|[A-Za-z_][A-Za-z0-9_-]*/y],
  [/\//, "path", /\/[A-Za-z0-9_/-]*/y],
  [/[-0-9]/, "number", /-?[0-9]+(?:\.[0-9]*(?:e-?[0-9]+)?|e-?[0-9]+)?/y],
  [/"/, "string"],
  [/[()[\]{},.:=?@]/, "punctuation"],
];

/** `patterns` by the code of the first character. */
const byFirst = Array.from({ length: 128 }, (_, code) =>
  patterns.find(([first]) => first.test(String.fromCharCode(code))),
);

/** Reads the tokens of a text and everything between them, one by one. Line endings must be `\n`. */
export class LexemeReader {
  /** The class of the current lexeme. */
  kind: LexemeKind = "space";
  /** The start of the current lexeme, in UTF-16 code units. */
  start: number;
  /** The end of the current lexeme. The next one starts there, so setting it further on skips text. */
  end: number;
  readonly #text: string;
  readonly #strings: StringEnds;

  /** Reads from an offset on. */
  constructor(text: string, start = 0) {
    this.start = start;
    this.end = start;
    this.#text = text;
    this.#strings = new StringEnds(text);
  }

  /** Moves to the next lexeme. Returns false at the end of the text. */
  next(): boolean {
    const text = this.#text;
    const start = this.end;
    if (start >= text.length) {
      return false;
    }
    const found = byFirst[text.charCodeAt(start)];
    this.start = start;
    const end = found && this.#endOf(found[1], found[2]);
    this.kind = end === undefined || found === undefined ? "illegal" : found[1];
    this.end = end ?? start + 1;
    return true;
  }

  /** Returns the end of the lexeme of this kind that starts here; undefined if there is none. */
  #endOf(kind: LexemeKind, whole: RegExp | undefined): number | undefined {
    if (kind === "string") {
      return this.#strings.after(this.start);
    }
    if (whole === undefined) {
      return this.start + 1;
    }
    whole.lastIndex = this.start;
    return whole.test(this.#text) ? whole.lastIndex : undefined;
  }
}

/**
 * Returns the tokens in a range of a text and everything between them, so that their concatenated texts are the range
 * (FE-2). Line endings must be `\n`.
 */
export function readLexemes(text: string, start = 0, end: number = text.length): Lexeme[] {
  const extent = end === text.length ? text : text.slice(0, end);
  const reader = new LexemeReader(extent, start);
  const lexemes: Lexeme[] = [];
  while (reader.next()) {
    lexemes.push({ kind: reader.kind, text: extent.slice(reader.start, reader.end), start: reader.start });
  }
  return lexemes;
}

/** Returns the offset of the token at an index from 0; undefined if a text has fewer tokens. */
export function findToken(text: string, index: number): number | undefined {
  const reader = new LexemeReader(text);
  let count = 0;
  while (reader.next()) {
    const { kind, start } = reader;
    if (kind !== "space" && kind !== "lineEnd" && kind !== "comment" && count++ === index) {
      return start;
    }
  }
  return undefined;
}
