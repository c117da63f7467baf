import { describe, expect, test } from "vitest";
import { compile } from "../src/compiler/compile.js";
import { format } from "../src/format/format.js";
import { countSteps } from "./support/count-steps.js";

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

/** Texts that nobody writes, of a size that grows with a number. */
const hostile: Readonly<Record<string, (size: number) => string>> = {
  "a string without an end": (size) => `namespace a\n"${lines(size, () => "x")}`,
  "a string without an end in a struct": (size) => `namespace a\nstruct S\n    "${lines(size, () => "x")}`,
  "triple quotes": (size) => `namespace a\nstruct S\n    """${lines(size, () => "x")}`,
  "many quotes": (size) => `namespace a\n${lines(size, () => '"x')}`,
  "strings on one line": (size) => `namespace a\n${'"a" '.repeat(size)}"`,
  "escaped quotes without an end": (size) => `namespace a\n"${'\\"'.repeat(size)}`,
  "closing parentheses": (size) => `namespace a\nalias A = ${")".repeat(size)}`,
  "opening brackets": (size) => `namespace a\nalias A = ${"([{".repeat(size)}`,
  "lines of parentheses": (size) => `namespace a\n${lines(size, () => "(")}`,
  "maps in maps": (size) => `namespace a\nstruct S\n    a String\n    example e\n        a = ${'{"a":'.repeat(size)}\n`,
  "comments without code": (size) => `namespace a\n${lines(size, () => "#")}(`,
  "comments in a struct": (size) => `namespace a\nstruct S\n    a String\n${lines(size, () => "    # c")}    (\n`,
  "characters that mean nothing": (size) => `namespace a\n${"% ".repeat(size)}`,
  "lines that mean nothing": (size) => `namespace a\nstruct S\n${lines(size, () => "    %")}`,
  "lines that are indented wrongly": (size) =>
    `namespace a\nstruct S\n${lines(size, (index) => `${" ".repeat(3 + (index % 9))}a`)}`,
  "lines that are indented more than others": (size) =>
    `namespace a\nstruct S\n${lines(size, (index) => `${"    ".repeat(1 + (index % 2))}a String`)}`,
  "a long line": (size) => `namespace a\nalias A = ${"x.".repeat(size)}`,
  "a long number": (size) => `namespace a\nalias A = String(min_length=${"1".repeat(size)})\n`,
  "a field again and again": (size) => `namespace a\nstruct S\n${lines(size, () => "    a String")}`,
  "a type again and again": (size) => `namespace a\n${lines(size, () => "struct S\n    a String")}`,
  "attributes again and again": (size) =>
    `namespace a\nroute a(Void, Void, Void)\n    attrs\n${lines(size, () => '        a = "x"')}`,
  "merge conflicts between strings": (size) => `namespace a\n${lines(size, () => '"a"\n<<<<<<< x')}`,
};

describe("the work for a text grows as the text does, where it is", () => {
  test.each(Object.keys(hostile))("%s", (name) => {
    for (const work of [
      (text: string) => void compile([{ path: "a.stone", text }]),
      (text: string) => void format(text),
    ]) {
      const steps = [1, 2, 4].map((factor) => {
        const text = hostile[name]?.(400 * factor) ?? "";
        return countSteps(() => {
          work(text);
        });
      });
      const [once = 0, twice = 0, fourTimes = 0] = steps;
      // Twice, with some tolerance for what the engine does not count; a quadratic function takes four times.
      expect(twice).toBeLessThan(2.8 * once);
      expect(fourTimes).toBeLessThan(2.8 * twice);
    }
  });
});

test("the errors of a text that is no specification end at 10,000, whatever its length", () => {
  const text = `namespace a\n${"%\n".repeat(100_000)}`;
  const { api, diagnostics } = compile([{ path: "a.stone", text }]);
  expect(api).toBeUndefined();
  expect(diagnostics).toHaveLength(10_000);
  expect(format(text).diagnostics).toHaveLength(10_000);
});

test("compiling and formatting take millions of comment lines and escapes without running out of stack", () => {
  const comments = `namespace a\n${"#\n".repeat(2_500_000)}`;
  expect(compile([{ path: "a.stone", text: comments }]).diagnostics).toEqual([]);
  const escapes = `namespace a\n    "${"\\\\".repeat(3_000_000)}"\n`;
  expect(compile([{ path: "a.stone", text: escapes }]).diagnostics).toEqual([]);
  expect(format(escapes).text).toBe(escapes);
});
