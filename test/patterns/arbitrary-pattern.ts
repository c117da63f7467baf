import fc from "fast-check";

const characters = [
  "a",
  "b",
  "c",
  ".",
  "\\d",
  "\\w",
  "\\W",
  "\\s",
  "[ab]",
  "[^a]",
  "[^\\W\\d]",
  "é",
  "\\n",
  "😀",
  "-",
  "0",
];
const places = ["^", "$", "\\A", "\\Z", "\\b", "\\B"];
const quantifiers = ["*", "+", "?", "{2}", "{1,2}", "{,2}", "{2,}", "*?", "+?", "??", "{1,3}?"];

const leaf = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...characters) }, fc.constantFrom(...places));

/** Small patterns that are regular in the strict sense: without look-around, references, and atomic parts. */
export const regularPattern: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie("node"), { maxLength: 3 }).map((items) => items.join("")),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((options) => `(${options.join("|")})`),
    fc.tuple(tie("node"), fc.constantFrom(...quantifiers)).map(([body, quantifier]) => `(?:${body})${quantifier}`),
  ),
})).node;

/** Small patterns with everything that Python's `re` has. */
export const anyPattern: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    regularPattern,
    fc.array(tie("node"), { maxLength: 3 }).map((items) => items.join("")),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((options) => `(${options.join("|")})`),
    fc
      .tuple(tie("node"), fc.constantFrom(...quantifiers, "*+", "++", "?+"))
      .map(([body, times]) => `(?:${body})${times}`),
    fc
      .tuple(fc.constantFrom("(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?s-i:", "(?am:", "(?P<n>"), tie("node"))
      .map(([opening, body]) => `${opening}${body})`),
    fc.constantFrom("(a)\\1", "(b|c)?(?(1)a|b)", "(?P<n>.)(?P=n)", "\\1", "(?#x)"),
  ),
})).node;

/** Short texts of the characters that patterns above speak of, and of those which engines disagree on. */
export const shortText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom("a", "b", "c", "0", "-", " ", "\n", "\r", "é", "٣", "\u0085", "\u2028", "\ufeff", "😀", "\ud83d"),
    {
      maxLength: 8,
    },
  )
  .map((items) => items.join(""));
