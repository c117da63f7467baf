import { describe, expect, test } from "vitest";
import { matchesLinear, type LinearPattern } from "../../../templates/runtime/codecs/linear-pattern.js";
import { expectToEnd } from "../../support/expect-to-end.js";

/** `(a+)+b` */
const nested: LinearPattern = ["a", [0, 2], [0, 3], "b"];

describe("matchesLinear", () => {
  test("matchesLinear matches the whole of a text", () => {
    expect(matchesLinear(nested, "aab")).toBe(true);
    expect(matchesLinear(nested, "aabx")).toBe(false);
    expect(matchesLinear(nested, "xaab")).toBe(false);
    expect(matchesLinear(nested, "aa")).toBe(false);
    expect(matchesLinear(nested, "")).toBe(false);
    expect(matchesLinear([], "")).toBe(true);
    expect(matchesLinear([], "a")).toBe(false);
  });

  test("matchesLinear goes by code points, and takes lone surrogates for characters", () => {
    const two: LinearPattern = [String.raw`[^\n]`, String.raw`[^\n]`];
    expect(matchesLinear(two, "😀😀")).toBe(true);
    expect(matchesLinear(two, "😀")).toBe(false);
    expect(matchesLinear(two, "\ud83da")).toBe(true);
    expect(matchesLinear(two, "\ude00\ud83d")).toBe(true);
    expect(matchesLinear(["[😀-😎]"], "\ud83d")).toBe(false);
  });

  test("matchesLinear knows conditions on the place", () => {
    const words: LinearPattern = [[1, 7], String.raw`\w`, [1, 3], { where: String.raw`\b` }, [5, 6], "-", [0]];
    expect(matchesLinear(words, "ab-c-")).toBe(true);
    expect(matchesLinear([{ where: "^" }, "a", { where: String.raw`(?=\n?$)` }, String.raw`\n`], "a\n")).toBe(true);
    expect(matchesLinear(["a", { where: "^" }, "b"], "ab")).toBe(false);
    expect(matchesLinear(["😀", { where: "(?<=😀)(?=b)" }, "b"], "😀b")).toBe(true);
  });

  test("matchesLinear does not run in circles", () => {
    expect(matchesLinear([[1, 3], [2, 0], [0, 1, 2], "a"], "a")).toBe(true);
    expect(matchesLinear([[0]], "")).toBe(false);
  });

  test("matchesLinear takes a time that grows with the text, where a regular expression would take years", () => {
    expectToEnd(() => {
      expect(matchesLinear(nested, "a".repeat(1_000_000))).toBe(false);
      expect(matchesLinear(nested, `${"a".repeat(1_000_000)}b`)).toBe(true);
    });
  });
});
