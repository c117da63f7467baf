import { findUnclosedString, hasSwallowedDefinition } from "./unclosed-string.js";
import * as t from "./tokens.js";

/** What decides where items begin: strings, quotes that nothing closes, comments, parentheses, lines that begin at the margin. */
const landmark = /"(?:[^"\\]*(?:\\[^\n][^"\\]*)*")?|#[^\n]*|[()]|\n(?![ \t\n#])/g;

const word = /[A-Za-z_][A-Za-z0-9_-]*/y;

/**
 * The offsets at which the top-level items of a text begin, from 0. An item begins where a line begins at the margin, outside
 * of strings, comments and parentheses; a keyword at the margin ends open parentheses. Where a quote is missing, text and
 * code are indistinguishable: the item with the string that lacks it extends to the end of the text.
 */
export function cut(text: string): number[] {
  const starts = [0];
  let openParens = 0;
  let unclosed: number | undefined;
  for (const { 0: sign, index } of text.matchAll(landmark)) {
    switch (sign.charAt(0)) {
      case "(":
        openParens++;
        break;
      case ")":
        openParens = Math.max(0, openParens - 1);
        break;
      case "\n":
        if (index + 1 < text.length && (openParens === 0 || beginsWithKeyword(text, index + 1))) {
          starts.push(index + 1);
          openParens = 0;
        }
        break;
      case '"':
        if (sign.length === 1 || hasSwallowedDefinition(sign)) {
          unclosed = Math.min(index, findUnclosedString(text)?.start ?? index);
        }
        break;
    }
    if (unclosed !== undefined) {
      break;
    }
  }
  const end = unclosed;
  return end === undefined ? starts : starts.filter((start) => start <= end);
}

function beginsWithKeyword(text: string, at: number): boolean {
  word.lastIndex = at;
  const found = word.exec(text);
  return found !== null && t.keywords.has(found[0]);
}
