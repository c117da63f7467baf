import { readLexemes } from "../../syntax/lexemes.js";
import { lineStart } from "./edits.js";

/** A line, including its continuation lines inside parentheses or strings. */
export interface LogicalLine {
  /** In spaces. The indentation of the first line. */
  readonly indentation: number;
  readonly pieces: readonly Piece[];
  readonly start: number;
}

/**
 * The context of an offset in an item. It is derived from the tokens, so that it is also available for items that
 * cannot be parsed.
 */
export interface LineContext {
  /** The string or comment that contains the offset. */
  readonly inside: Piece | undefined;
  /** The tokens of the logical line before the offset, without the word that ends at the offset. */
  readonly before: readonly Piece[];
  /** The word, or the start of one, that ends at the offset; empty if there is none. */
  readonly word: string;
  readonly wordStart: number;
  /** The end of the word, which may be after the offset. */
  readonly wordEnd: number;
  /** The tokens of the line after the word; empty inside a string or comment. */
  readonly after: readonly Piece[];
  readonly indentation: number;
  /** The heads of the blocks that contain the line, the outermost first. */
  readonly heads: readonly LogicalLine[];
  /** The lines above that are under the same heads, in order. */
  readonly siblings: readonly LogicalLine[];
  /** The first words of the lines below that are under the same heads. */
  readonly following: readonly string[];
}

const wordAtEnd = /[A-Za-z_][A-Za-z0-9_-]*$/;

export function readLineContext(text: string, offset: number): LineContext {
  const lines: LogicalLine[] = [];
  let inside: Piece | undefined;
  let current: Piece[] = [];
  let depth = 0;
  let start = 0;
  const endLine = (): void => {
    const [first] = current;
    if (first !== undefined) {
      lines.push({ indentation: first.start - lineStart(text, first.start), pieces: current, start: first.start });
    }
    current = [];
  };
  let lastEnd = 0;
  for (const piece of scan(text)) {
    if (piece.start >= offset) {
      break;
    }
    if (depth === 0 && text.slice(lastEnd, piece.start).includes("\n")) {
      endLine();
      start = lineStart(text, piece.start);
    }
    lastEnd = piece.end;
    if (piece.kind === "comment") {
      inside = piece.end >= offset ? piece : undefined;
    } else if (piece.kind === "string" && (offset < piece.end || !isClosed(piece.text))) {
      inside = offset <= piece.end ? piece : undefined;
    }
    if (inside !== undefined) {
      break;
    }
    if (piece.kind === "comment" || piece.end > offset) {
      continue;
    }
    depth = Math.max(0, depth + (piece.text === "(" ? 1 : piece.text === ")" ? -1 : 0));
    current.push(piece);
  }
  if (inside === undefined && depth === 0 && text.slice(lastEnd, offset).includes("\n")) {
    endLine();
    start = lineStart(text, offset);
  }
  const word = wordAtEnd.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
  const wordStart = offset - word.length;
  const before = current.filter(({ end }) => end <= wordStart);
  const wordEnd = offset + (/^[A-Za-z0-9_-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const [first] = before;
  const indentation =
    (first?.start ?? (inside === undefined ? wordStart : inside.start)) -
    (first === undefined ? lineStart(text, wordStart) : start);
  const { heads, siblings } = above(lines, indentation);
  const following = wordsBelow(text, wordEnd, indentation);
  const [rest = ""] = /^.*/.exec(text.slice(wordEnd)) ?? [];
  const after = inside === undefined ? [...scan(rest)] : [];
  return { inside, before, word, wordStart, wordEnd, after, indentation, heads, siblings, following };
}

/** Whether a string ends with a closing quote. */
export function isClosed(string: string): boolean {
  return /^"[^"\\]*(?:\\[^][^"\\]*)*"$/.test(string);
}

/**
 * Returns the first words of the lines after an offset that have an indentation, up to a line that is indented less. An
 * entry without a value at the end of the text is still being written and does not count.
 */
function wordsBelow(text: string, offset: number, indentation: number): string[] {
  const [, ...lines] = text.slice(offset).trimEnd().split("\n");
  if (lines.at(-1)?.endsWith("=") === true) {
    lines.pop();
  }
  const words: string[] = [];
  for (const line of lines) {
    const width = line.search(/\S/);
    if (width !== -1 && width < indentation && !line.trimStart().startsWith("#")) {
      break;
    }
    const word = width === indentation ? /^[A-Za-z_][\w-]*/.exec(line.trimStart())?.[0] : undefined;
    words.push(...(word === undefined ? [] : [word]));
  }
  return words;
}

/** Returns the heads of the blocks that contain a line with this indentation, and the siblings of the line. */
function above(
  lines: readonly LogicalLine[],
  indentation: number,
): { readonly heads: LogicalLine[]; readonly siblings: LogicalLine[] } {
  const heads: LogicalLine[] = [];
  const siblings: LogicalLine[] = [];
  let limit = indentation;
  for (const line of lines.toReversed()) {
    if (line.indentation < limit) {
      heads.unshift(line);
      limit = line.indentation;
    } else if (heads.length === 0 && line.indentation === indentation) {
      siblings.unshift(line);
    }
  }
  return { heads, siblings };
}

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
