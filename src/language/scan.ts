/** A piece of a specification that is more than white space. */
export interface Piece {
  readonly kind: "comment" | "string" | "word" | "number" | "path" | "sign";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Strings extend over lines; one that is never closed ends with its line. */
const piece =
  /(#[^\n]*)|("[^"\\]*(?:\\[^][^"\\]*)*"|"[^\n]*)|([A-Za-z_][A-Za-z0-9_-]*)|(-?[0-9]+(?:\.[0-9]*)?(?:e-?[0-9]+)?)|(\/[A-Za-z0-9_/-]*)|[^\s]/g;

/** The pieces of a text, errors or not, in order. */
export function* scan(text: string): Iterable<Piece> {
  for (const { 0: image, 1: comment, 2: string, 3: word, 4: number, 5: path, index } of text.matchAll(piece)) {
    const kind =
      comment !== undefined
        ? "comment"
        : string !== undefined
          ? "string"
          : word !== undefined
            ? "word"
            : number !== undefined
              ? "number"
              : path !== undefined
                ? "path"
                : "sign";
    yield { kind, text: image, start: index, end: index + image.length };
  }
}
