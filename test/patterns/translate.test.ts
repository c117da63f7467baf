import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isProblem, parsePattern } from "../../src/patterns/parse.js";
import { matchStart } from "../../src/patterns/match.js";
import { toJavaScript } from "../../src/patterns/translation/javascript.js";
import { anyPattern, shortText } from "./arbitrary-pattern.js";
import { parsed } from "./parsed.js";
import { recordedPatterns } from "./recorded-patterns.js";
import { recordedSearches } from "./recorded-searches.js";

/** The expression as a literal would give it, which must be the one that the constructor gives. */
function compiled(source: string, mode: "whole" | "prefix" | "search"): RegExp {
  const translated = toJavaScript(parsed(source), mode);
  expect(translated).toBeTypeOf("string");
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a literal is what is to be tested
  const literal = new Function(`return /${translated as string}/u;`)() as RegExp;
  expect(literal.source).toBe(new RegExp(translated as string, "u").source);
  return literal;
}

const space = String.raw`[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000]`;
const word = String.raw`[\p{L}\p{N}_]`;

describe("the JavaScript for a pattern (wire format 4.3)", () => {
  test.each([
    [".", String.raw`^[^\n]$`],
    [String.raw`\w\W`, String.raw`^${word}[^\p{L}\p{N}_]$`],
    [String.raw`\d\D`, String.raw`^\p{Nd}\P{Nd}$`],
    [String.raw`\s\S`, `^${space}${space.replace("[", "[^")}$`],
    [String.raw`a\b`, String.raw`^a(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))$`],
    [String.raw`(?a:\w\W\d\D\b)`, String.raw`^\w\W\d\D\b$`],
    [String.raw`[\W-]`, String.raw`^(?:[^\p{L}\p{N}_]|-)$`],
    [String.raw`[^\W\d]`, String.raw`^(?:(?!\p{Nd})[\p{L}\p{N}_])$`],
    [String.raw`[\S\n]`, String.raw`^[^\t\v-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000]$`],
    [String.raw`a$\n?`, String.raw`^a(?=\n?$)\n?$`],
    [String.raw`\Aa\Z`, "^a$"],
    [String.raw`\-\_\#\ \@`, "^-_# @$"],
    [String.raw`\^\$\.\*\+\?\(\)\[\]\{\}\|\/\\`, String.raw`^\^\$\.\*\+\?\(\)\[\]\{\}\|\/\\$`],
    ["x{y}]", String.raw`^x\{y\}\]$`],
    ["[]x][^]x]", String.raw`^[\]x][^\]x]$`],
    ["a{,3}", "^a{0,3}$"],
    ["(?P<n>a)(?P=n)", String.raw`^(a)\1$`],
    ["a(?#b)c", "^ac$"],
    [String.raw`\U0001F600\101\a\x85\u2028`, String.raw`^😀A\x07\x85\u2028$`],
    ["(?i:ok)", String.raw`^[oO][kK\u212a]$`],
    ["(<)?a(?(1)>)", "^(?:<a>|a)$"],
    ["a++b", String.raw`^(?=(a+))\1b$`],
    ["(?>a|ab)c", String.raw`^(?=(a|ab))\1c$`],
    ["(?>ab|cd)", "^(?:ab|cd)$"],
  ])("the JavaScript for the pattern %s is %s (wire format 4.3)", (source, expected) => {
    expect(compiled(source, "whole").source).toBe(expected);
  });

  test.each([
    ["groups that nobody reads do not capture", "(a(b)*)c", "^ab*c$"],
    ["options of one character are one set", String.raw`/(.|[\r\n])*`, String.raw`^\/[^]*$`],
    ["options with classes too", String.raw`(\w|-|[0-9])+`, String.raw`^[\p{L}\p{N}_\-0-9]+$`],
    ["anchors of the author are not doubled", "^ab$|^c$", "^(?:ab|c)$"],
    ["nor those in groups", "((^^a)$)", "^a$"],
    ["but what they say inside is kept", "a|b^c", "^(?:a|b^c)$"],
    ["a set keeps its order", "[-_0-9a-zA-Z:]+", "^[-_0-9a-zA-Z:]+$"],
    ["everything is brief", String.raw`[\s\S][\d\D](?s:.)`, "^[^][^][^]$"],
    ["nothing too", String.raw`[^\s\S]`, "^[]$"],
    ["a digit after a reference is no part of it", String.raw`(a)\1(?:)0`, String.raw`^(a)(?:\1)0$`],
    ["atomic parts count among the groups", "a*+(b|c)(?P<n>d)e*+(?P=n)", String.raw`^(?=(a*))\1[bc](d)(?=(e*))\3\2$`],
    ["lone surrogates stay alone", String.raw`\ud83d\ude00`, String.raw`^\u{d83d}\u{de00}$`],
    ["a hyphen is escaped in the middle", String.raw`[a\-z][a-][-a][\^a]`, String.raw`^[a\-z][a-][-a][\^a]$`],
    ["a look-around can be repeated", "(?:(?=a))*(?:^)?", "^(?:(?=a))*(?:^)?$"],
  ])("the JavaScript for a pattern is short: %s (wire format 4.3)", (_, source, expected) => {
    expect(compiled(source, "whole").source).toBe(expected);
  });

  test("the JavaScript for a pattern matches at the start only, or anywhere with its groups, as it is asked", () => {
    expect(compiled("^a|(b)$", "prefix").source).toBe(String.raw`^(?:a|b(?=\n?$))`);
    expect(compiled("^a|(b)$", "search").source).toBe(String.raw`^a|(b)(?=\n?$)`);
    expect(compiled("(?P<n>a)|(?:b)", "search").source).toBe("(a)|b");
    expect(compiled("", "search").test("")).toBe(true);
  });
});

describe.each(Object.entries(recordedPatterns))("%s", (_, recorded) => {
  test.each(recorded)("WIRE-9 $pattern must match the whole string", ({ pattern, whole, start, never }) => {
    const expression = compiled(pattern, "whole");
    expect([...whole, ...start, ...never].filter((text) => expression.test(text))).toEqual(whole);
  });

  test.each(recorded)("TYPE-8 $pattern matches at the start of a default", ({ pattern, whole, start, never }) => {
    const expression = compiled(pattern, "prefix");
    expect([...whole, ...start, ...never].filter((text) => expression.test(text))).toEqual([...whole, ...start]);
  });
});

describe("WIRE-54 an expression is searched for anywhere, and its groups are read", () => {
  test.each(recordedSearches)(
    "WIRE-54: the expression %j is searched for anywhere, and its groups are read",
    (pattern, found) => {
      const expression = compiled(pattern, "search");
      for (const [text, groups] of found) {
        const match = expression.exec(text);
        const read = match?.slice(1).map((group: string | undefined) => group ?? "");
        expect([text, read ?? null]).toEqual([text, groups]);
      }
    },
  );

  test.each([
    ["(?:(a)|b)*", 3, "leaves a different value in group 1"],
    ["(a*)*", 0, "leaves a different value in group 1"],
    ["(a)b*+", 4, "would change the numbers of the capturing groups"],
    ["(?!(a)b).", 3, "group 1 is inside a negative lookaround"],
    ["(?:a*?)?(b*)", 7, "does not repeat an empty match"],
    ["((?=(a)))?", 9, "does not repeat an empty match"],
  ])("%s gives other groups in JavaScript and is refused", (pattern, index, problem) => {
    expect(toJavaScript(parsed(pattern), "search")).toEqual({
      index,
      untranslatable: expect.stringContaining(problem) as unknown,
    });
  });
});

describe("a pattern that JavaScript has no counterpart for", () => {
  test.each([
    ["(?i)a", 0, "write (?i:…) instead of (?i)"],
    ["(?#)(?x)a", 4, "write (?i:…) instead of (?i)"],
    ["(?:(a)|b)*(?(1)c)", 10, "no conditional groups"],
    [String.raw`(a)?\1`, 4, "group 1 may not have matched"],
    [String.raw`(?:(a)|b)\1`, 9, "group 1 may not have matched"],
    [String.raw`(?i:(a)\1)`, 7, "cannot ignore case in a backreference"],
    [String.raw`(?:(a?))+\1`, 3, "leaves a different value in group 1"],
    [String.raw`(?<=(?>(a)|b))c(?:\1|d)`, 4, "no atomic groups in a lookbehind"],
    ["(?>(?:a*?)?)b", 10, "does not repeat an empty match"],
  ])("%s says why it is refused, and where", (pattern, index, why) => {
    expect(toJavaScript(parsed(pattern), "whole")).toEqual({
      index,
      untranslatable: expect.stringContaining(why) as unknown,
    });
  });
});

describe("toJavaScript", () => {
  test("toJavaScript keeps the word characters of ASCII beside all that are no word characters", () => {
    const expression = compiled(String.raw`(?a:\w)|\W`, "whole");
    expect(["a", "-", "é"].map((text) => expression.test(text))).toEqual([true, true, false]);
  });

  test("toJavaScript gives for any pattern what compiles, and for any text the answer of Python's own way", () => {
    fc.assert(
      fc.property(anyPattern, fc.array(shortText, { minLength: 5, maxLength: 5 }), (source, texts) => {
        const pattern = parsePattern(source);
        fc.pre(!isProblem(pattern));
        for (const mode of ["whole", "prefix", "search"] as const) {
          const translated = toJavaScript(pattern, mode);
          if (typeof translated !== "string") {
            continue;
          }
          const expression = new RegExp(translated, "u");
          const reference = parsed(mode === "whole" ? String.raw`(?:${source})\Z` : source);
          for (const text of mode === "search" ? [] : texts) {
            const match = matchStart(reference, text);
            if (match !== "gave up") {
              expect([text, expression.test(text)]).toEqual([text, match !== "no match"]);
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});
