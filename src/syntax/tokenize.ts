import type { IToken, TokenType } from "chevrotain";
import { LexemeReader, type LexemeKind } from "./lexemes.js";
import * as t from "./tokens.js";

/**
 * Divides a text into tokens for the layout. A Newline token is a line break and all blank and comment lines after it, up to
 * the indentation of the next line. With Chevrotain's own lexer, this would take 1.6 times as long in a cold process.
 */
export function tokenize(text: string): IToken[] {
  const tokens: IToken[] = [];
  const reader = new LexemeReader(text);
  while (reader.next()) {
    const { kind, start } = reader;
    if (kind === "space" || kind === "comment") {
      continue;
    }
    if (kind === "lineEnd") {
      reader.end = endOfEmptyLines(text, reader.end);
    } else if (kind === "illegal" && text.charAt(start) === '"') {
      reader.end = text.length;
    }
    const image = text.slice(start, reader.end);
    const token = t.tokenOf(typeOf(kind, image), image, start, reader.end);
    if (kind !== "illegal" || !extendRun(tokens.at(-1), token)) {
      tokens.push(token);
    }
  }
  return tokens;
}

/** Returns the type of a token at a lexeme that is not between tokens. */
function typeOf(kind: Exclude<LexemeKind, "space" | "comment">, image: string): TokenType {
  switch (kind) {
    case "lineEnd":
      return t.Newline;
    case "string":
      return t.StringLiteral;
    case "word":
      return t.words.get(image) ?? t.Identifier;
    case "path":
      return t.Path;
    case "number":
      return /[.e]/.test(image) ? t.FloatNumber : t.Integer;
    case "punctuation":
      return t.punctuation.get(image) ?? t.Illegal;
    case "illegal":
      return image.startsWith('"') ? t.UnclosedString : t.Illegal;
  }
}

/** Adds a character that does not start a token to the run of such characters before it. Returns false if there is none. */
function extendRun(last: IToken | undefined, token: IToken): boolean {
  if (token.tokenType !== t.Illegal || last?.tokenType !== t.Illegal || t.endOf(last) !== token.startOffset) {
    return false;
  }
  last.image += token.image;
  last.endOffset = t.endOf(token);
  return true;
}

const lineWithoutCode = /[ \t]*(?:#[^\n]*)?\n/y;
const indentation = /[ \t]*/y;

/**
 * Returns the end of the lines without code from an offset on, and of the indentation after them. Matches line by line, because
 * for a single regular expression the engine would store each repetition and run out of memory.
 */
function endOfEmptyLines(text: string, start: number): number {
  let end = start;
  for (lineWithoutCode.lastIndex = end; lineWithoutCode.test(text);) {
    end = lineWithoutCode.lastIndex;
  }
  indentation.lastIndex = end;
  indentation.test(text);
  return indentation.lastIndex;
}
