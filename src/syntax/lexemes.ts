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

/** The token classes of LEX-20a and the text that the lexer skips, each with a pattern for its first character. */
const patterns: readonly (readonly [first: RegExp, kind: LexemeKind, whole: RegExp])[] = [
  [/[ \t]/, "space", /[ \t]+/y],
  [/\n/, "lineEnd", /\n/y],
  [/#/, "comment", /#[^\n]*/y],
  [/[A-Za-z_]/, "word", /(?:true|false|null)\b|[A-Za-z_][A-Za-z0-9_-]*/y],
  [/\//, "path", /\/[A-Za-z0-9_/-]*/y],
  [/[-0-9]/, "number", /-?[0-9]+(?:\.[0-9]*(?:e-?[0-9]+)?|e-?[0-9]+)?/y],
  [/[()[\]{},.:=?@]/, "punctuation", /[^]/y],
];

/** `patterns` by the code of the first character. */
const byFirst = Array.from({ length: 128 }, (_, code) =>
  patterns.find(([first]) => first.test(String.fromCharCode(code))),
);

/**
 * Returns the tokens in a range of a text and everything between them, so that their concatenated texts are the range
 * (FE-2). Line endings must be `\n`.
 */
export function readLexemes(text: string, start = 0, end: number = text.length): Lexeme[] {
  const extent = end === text.length ? text : text.slice(0, end);
  const strings = new StringEnds(extent);
  const lexemes: Lexeme[] = [];
  for (let at = start; at < end;) {
    const lexeme = readLexeme(extent, at, strings);
    lexemes.push(lexeme);
    at += lexeme.text.length;
  }
  return lexemes;
}

/** Returns the offset of the token at an index from 0; undefined if a text has fewer tokens. */
export function findToken(text: string, index: number): number | undefined {
  const strings = new StringEnds(text);
  let count = 0;
  for (let at = 0; at < text.length;) {
    const { kind, text: lexeme } = readLexeme(text, at, strings);
    if (kind !== "space" && kind !== "lineEnd" && kind !== "comment" && count++ === index) {
      return at;
    }
    at += lexeme.length;
  }
  return undefined;
}

function readLexeme(text: string, start: number, strings: StringEnds): Lexeme {
  const end = text.charAt(start) === '"' ? strings.after(start) : undefined;
  if (end !== undefined) {
    return { kind: "string", text: text.slice(start, end), start };
  }
  const found = byFirst[text.charCodeAt(start)];
  if (found !== undefined) {
    const [, kind, whole] = found;
    whole.lastIndex = start;
    if (whole.test(text)) {
      return { kind, text: text.slice(start, whole.lastIndex), start };
    }
  }
  return { kind: "illegal", text: text.charAt(start), start };
}
