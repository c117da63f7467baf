import type { IToken } from "chevrotain";
import * as t from "./tokens.js";

/** What may follow a string on its line: the end of the line, a comment, or the end of what the string stands in. */
const plausibleAfter = /^[ \t]*(?:$|[\n#,)\]}:])/;

/**
 * The string whose closing quote is missing, in a text in which one quote is left over or definitions are inside of strings.
 * It takes the opening quote of the
 * next string for its own end, so that the text of that one follows it. The first such string is the best guess.
 */
export function findUnclosedString(tokens: readonly IToken[], text: string): IToken | undefined {
  return tokens.find((token) => {
    if (token.tokenType !== t.StringLiteral) {
      return false;
    }
    const end = token.startOffset + token.image.length;
    return !plausibleAfter.test(text.slice(end, end + 200));
  });
}
