import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenize } from "../../src/syntax/tokenize.js";
import { Illegal, keywords, UnclosedString } from "../../src/syntax/tokens.js";
import { pages, rowsOf } from "../docs/pages.js";

const page = pages().find(({ path }) => path === "docs/language/lexical-structure.md");
const text = page?.text ?? "";

test("LEX-12: the keywords are those of the documentation", () => {
  const [, listed = ""] = /\*\*LEX-12\*\* The keywords are `([^`]*)`/.exec(text) ?? [];
  expect([...keywords.keys()]).toEqual(listed.split(/\s+/));
});

/** The regular expressions of the documentation, by the names of their tokens. */
const documented = Object.fromEntries(
  rowsOf({ path: "", text: text.slice(text.indexOf("**LEX-20a**"), text.indexOf("## Strings")) }).map(
    ([name, pattern]) => [name, pattern?.replaceAll(/^`|`$|\\(?=\|)/g, "")],
  ),
);

/** The tokens in the order of LEX-20a. Spaces have no meaning (LEX-5). */
const inOrder: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["parenthesis", /[()]/y],
  ["Boolean", /(?:true|false)\b/y],
  ["Null", /null\b/y],
  ["Identifier", new RegExp(documented["identifier, keyword"] ?? "", "y")],
  ["Path", new RegExp(documented["path"] ?? "", "y")],
  ["Float", new RegExp(documented["float"] ?? "", "y")],
  ["Integer", new RegExp(documented["integer"] ?? "", "y")],
  ["String", new RegExp(documented["string"] ?? "", "y")],
  ["comment", /#[^\n]*/y],
  ["line break", /\n/y],
  ["punctuation", /[[\]{},.:=?@]/y],
  ["space", /[ \t]+/y],
];

/** The words, numbers and strings of a text, each with its offset, or undefined if a character starts no token. */
function expected(source: string): string[] | undefined {
  const tokens: string[] = [];
  for (let at = 0; at < source.length;) {
    const found = inOrder.find(([, pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(source);
    });
    if (found === undefined) {
      return undefined;
    }
    const [name, { lastIndex }] = found;
    if (/^[A-Z]/.test(name)) {
      tokens.push(`${at} ${name} ${source.slice(at, lastIndex)}`);
    }
    at = lastIndex;
  }
  return tokens;
}

function found(source: string): string[] | undefined {
  const tokens = tokenize(source);
  const named = tokens.filter(({ tokenType }) => inOrder.some(([name]) => name === tokenType.name));
  return tokens.some(({ tokenType }) => tokenType === Illegal || tokenType === UnclosedString)
    ? undefined
    : named.map(({ startOffset, tokenType, image }) => `${startOffset} ${tokenType.name} ${image}`);
}

test.each([
  ["true_x true-", undefined],
  ["nullable null", ["0 Identifier nullable", "9 Null null"]],
  ["a-b c--", ["0 Identifier a-b", "4 Identifier c--"]],
  ["1.5e-3 1.e5 1e5", ["0 Float 1.5e-3", "7 Float 1.e5", "12 Float 1e5"]],
  ["1e+5", undefined],
  ["12abc", ["0 Integer 12", "2 Identifier abc"]],
  ["-4-2", ["0 Integer -4", "2 Integer -2"]],
  ["a/b//c/-1", ["0 Identifier a", "1 Path /b//c/-1"]],
  ['"a\\"#" # "b"', ['0 String "a\\"#"']],
  ['"a\\\n"', undefined],
])("LEX-20a: the first token that matches wins: %j", (source, tokens) => {
  expect(found(source)).toEqual(tokens);
});

test("LEX-20a: the tokens are those of the regular expressions of the documentation", () => {
  expect(Object.keys(documented)).toContain("float");
  const pieces = 'a _ - 0 1 . e / " \\ # \n ( ) [ ] { } , : = ? @ true false null 1.5e-3'.split(" ").concat(" ", '\\"');
  const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(anyText, (source) => {
      expect(found(source)).toEqual(expected(source));
    }),
    { numRuns: 3000, seed: 1 },
  );
});

test.each([
  ["a ;;é-\n;", ["0 Identifier a", "2 Illegal ;;é-", "6 Newline \n", "7 Illegal ;"]],
  ["; ;", ["0 Illegal ;", "2 Illegal ;"]],
  [';"a b\n', ["0 Illegal ;", '1 UnclosedString "a b\n']],
  ["a\n \n # c\n  b # d", ["0 Identifier a", "1 Newline \n \n # c\n  ", "11 Identifier b"]],
])("illegal characters, an unclosed string and lines without code become one token each: %j", (source, tokens) => {
  expect(
    tokenize(source).map(({ startOffset, tokenType, image }) => `${startOffset} ${tokenType.name} ${image}`),
  ).toEqual(tokens);
});
