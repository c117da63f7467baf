import { readLexemes } from "../../syntax/lexemes.js";

/** A token of a specification, which may be a comment, but not white space. */
export interface Piece {
  readonly kind: "comment" | "string" | "word" | "number" | "path" | "punctuation" | "illegal";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Yields the tokens of a text in order, even if it contains errors. A string that is never closed ends with its line.
 */
export function* scan(text: string): Iterable<Piece> {
  let at = 0;
  for (const { kind, text: image, start } of readLexemes(text)) {
    if (start < at || kind === "space" || kind === "lineEnd") {
      continue;
    }
    if (image === '"') {
      const lineEnd = text.indexOf("\n", start);
      at = lineEnd === -1 ? text.length : lineEnd;
      yield { kind: "string", text: text.slice(start, at), start, end: at };
    } else {
      at = start + image.length;
      yield { kind, text: image, start, end: at };
    }
  }
}
