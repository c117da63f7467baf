import { StringEnds } from "./string-ends.js";

/** The possible starts of strings, and comments. */
const quoteOrComment = /"|#[^\n]*/g;

/** The text that may follow a string on its line: the end of the line, a comment, or the end of the enclosing construct. */
const plausibleAfter = /[ \t]*(?:$|[\n#,)\]}:])/y;

/** The head of a definition in the first column, which documentation does not contain. */
const definitionHead = /\n(?:alias|annotation|annotation_type|import|patch|route|struct|union|union_closed) +[A-Za-z]/;

/** Whether a string seems to have swallowed a definition because its closing quote is missing. */
export function hasSwallowedDefinition(string: string): boolean {
  return definitionHead.test(string);
}

/** Yields the strings of a text, with their quotes, by their offsets. */
export function* findStrings(text: string): Generator<{ readonly start: number; readonly image: string }> {
  const ends = new StringEnds(text);
  const next = new RegExp(quoteOrComment);
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const { 0: sign, index: start } = found;
    const end = sign === '"' ? ends.after(start) : undefined;
    if (end !== undefined) {
      yield { start, image: text.slice(start, end) };
      next.lastIndex = end;
    }
  }
}

/**
 * Returns the string without a closing quote, in a text with an unbalanced quote or with definitions inside strings. It
 * ends at the opening quote of the next string, so the text of that string follows it. The first such string is the
 * best guess.
 */
export function findUnclosedString(text: string): { readonly start: number; readonly image: string } | undefined {
  for (const string of findStrings(text)) {
    plausibleAfter.lastIndex = string.start + string.image.length;
    if (!plausibleAfter.test(text)) {
      return string;
    }
  }
  return undefined;
}
