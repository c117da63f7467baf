import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLinearProgram } from "../../src/patterns/linear.js";
import { toJavaScript } from "../../src/patterns/translation/javascript.js";
import { matchesLinear, type LinearPattern } from "../../templates/runtime/codecs/linear-pattern.js";
import { regularPattern, shortText } from "./arbitrary-pattern.js";
import { parsed } from "./parsed.js";
import { recordedPatterns } from "./recorded-patterns.js";

/** The program of a pattern that must have one; its type is the one that the runtime takes. */
function program(source: string): LinearPattern {
  const steps = toLinearProgram(parsed(source));
  if ("untranslatable" in steps) {
    throw new Error(steps.untranslatable);
  }
  return steps;
}

describe("the program of a pattern is plain data", () => {
  test.each<[string, LinearPattern]>([
    ["(a+)+b", ["a", [0, 2], [0, 3], "b"]],
    ["([a-z]*)*x", [[1, 5], [2, 4], "[a-z]", [1], [0], "x"]],
    ["ab|c", [[1, 4], "a", "b", [5], "c"]],
    ["a{2,3}", ["a", "a", [3, 4], "a"]],
    ["a*?b", [[1, 3], "a", [0], "b"]],
    [String.raw`a$\n?`, ["a", { where: String.raw`(?=\n?$)` }, [3, 4], String.raw`\n`]],
    ["(?!no).+", [{ where: "(?!no)" }, String.raw`[^\n]`, [1, 3]]],
  ])("the program of the pattern %s is plain data", (source, expected) => {
    expect(program(source)).toEqual(expected);
  });
});

describe("a pattern has no program", () => {
  test.each([
    ["with an atomic part", "(?:a++b?)+", "the atomic group rules out a linear algorithm", 4],
    ["with a reference", String.raw`(a*)\1`, "the reference rules out a linear algorithm", 4],
    ["with a look-around that goes far", "(?:(?=.*x).)*", "the lookaround rules out a linear algorithm", 3],
    ["with a look-around that has many ways", "(?=(?:a|aa){30}b)a", "the lookaround rules out a linear algorithm", 0],
    ["if it is large", "(?:a{30}){40}", "it is too large for a linear algorithm", 0],
  ])("a pattern has no program %s: %s", (_, source, why, index) => {
    expect(toLinearProgram(parsed(source))).toEqual({
      index,
      untranslatable: expect.stringContaining(why) as unknown,
    });
  });
});

describe("WIRE-9 a program matches what the pattern matches", () => {
  const recorded = Object.values(recordedPatterns).flat();

  test.each(recorded.filter(({ pattern }) => Array.isArray(toLinearProgram(parsed(pattern)))))(
    "WIRE-9: a program matches what the pattern $pattern matches",
    ({ pattern, whole, start, never }) => {
      const steps = program(pattern);
      expect([...whole, ...start, ...never].filter((text) => matchesLinear(steps, text))).toEqual(whole);
    },
  );

  test("WIRE-9: a program matches what the regular expression of its pattern matches", () => {
    fc.assert(
      fc.property(regularPattern, fc.array(shortText, { minLength: 5, maxLength: 5 }), (source, texts) => {
        const translated = toJavaScript(parsed(source), "whole");
        const steps = toLinearProgram(parsed(source));
        fc.pre(typeof translated === "string" && !("untranslatable" in steps));
        const expression = new RegExp(translated, "u");
        for (const text of texts) {
          expect([text, matchesLinear(steps, text)]).toEqual([text, expression.test(text)]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
