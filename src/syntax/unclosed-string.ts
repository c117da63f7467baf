import { StringEnds } from "./string-ends.js";

/** Matches a quote that may start a string, or a comment. */
const quoteOrComment = /"|#[^\n]*/g;

/**
 * Matches what may follow a string on its line: the end of the line, a comment, or punctuation of the enclosing
 * construct.
 */
const plausibleAfter = /[ \t]*(?:$|[\n#,)\]}:])/y;

/** Matches the head of a definition in the first column, which documentation does not contain. */
const definitionHead = /\n(?:alias|annotation|annotation_type|import|patch|route|struct|union|union_closed) +[A-Za-z]/;

/** Whether a string seems to have swallowed a definition because its closing quote is missing. */
export function hasSwallowedDefinition(string: string): boolean {
  return definitionHead.test(string);
}

/** Yields the strings in a text in order. `image` includes the quotes. */
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
 * Guesses which string lacks its closing quote, in a text with an unbalanced quote or with definitions inside strings.
 * Such a string seems to end at the opening quote of the next string, whose text then follows it. Returns the first
 * string that is followed by implausible text; undefined if there is none.
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
