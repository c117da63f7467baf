import { findUnclosedString, hasSwallowedDefinition } from "./unclosed-string.js";
import { StringEnds } from "./string-ends.js";
import * as t from "./tokens.js";

/**
 * Matches the syntax that determines where items start: quotes, comments, parentheses, and lines that start in the
 * first column.
 */
const landmarks = /"|#[^\n]*|[()]|\n(?![ \t\n#])/g;

const word = /[A-Za-z_][A-Za-z0-9_-]*/y;

/** The starts of the top-level items of a text. */
export interface Cut {
  /** Offsets in ascending order, the first of which is 0. */
  readonly starts: readonly number[];
  /** Whether each string has its closing quote. */
  readonly isClosed: boolean;
}

/**
 * Cuts a text into its top-level items. An item starts at a line with code in the first column, outside of strings and
 * parentheses; a keyword there also ends open parentheses. If a quote is missing, text and code cannot be
 * distinguished, and the item that contains the unclosed string extends to the end of the text.
 */
export function cut(text: string): Cut {
  const starts = [0];
  const pieces = cutFrom(text, 0);
  let next = pieces.next();
  for (; next.done !== true; next = pieces.next()) {
    starts.push(next.value);
  }
  const { value: lone } = next;
  if (lone === undefined) {
    return { starts, isClosed: true };
  }
  const unclosed = Math.min(lone, findUnclosedString(text)?.start ?? lone);
  return { starts: starts.filter((start) => start <= unclosed), isClosed: false };
}

/**
 * Yields the starts of the items after the one that starts at an offset. Stops at a string that is never closed, or
 * that contains a definition because a quote is missing, and returns the offset of its opening quote.
 */
export function* cutFrom(text: string, from: number): Generator<number, number | undefined> {
  let openParens = 0;
  const strings = new StringEnds(text);
  const landmark = new RegExp(landmarks);
  landmark.lastIndex = from;
  for (let found = landmark.exec(text); found !== null; found = landmark.exec(text)) {
    const { 0: sign, index } = found;
    switch (sign.charAt(0)) {
      case "(":
        openParens++;
        break;
      case ")":
        openParens = Math.max(0, openParens - 1);
        break;
      case "\n":
        if (index + 1 < text.length && (openParens === 0 || beginsWithKeyword(text, index + 1))) {
          openParens = 0;
          yield index + 1;
        }
        break;
      case '"': {
        const end = strings.after(index);
        if (end === undefined || hasSwallowedDefinition(text.slice(index, end))) {
          return index;
        }
        landmark.lastIndex = end;
        break;
      }
    }
  }
  return undefined;
}

function beginsWithKeyword(text: string, at: number): boolean {
  word.lastIndex = at;
  const found = word.exec(text);
  return found !== null && t.keywords.has(found[0]);
}
