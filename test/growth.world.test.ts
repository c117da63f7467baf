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
  "a string without an end after a field": (size) => `namespace a\n\nstruct S\n    f "${lines(size, () => "x")}`,
  "a string without an end that is indented": (size) =>
    `namespace a\nstruct S\n    f String\n        "${lines(size, () => "        x")}`,
  "a string without an end above fields": (size) =>
    `namespace a\nstruct S\n    f "\n${lines(size, () => "    x String")}`,
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
  "fields without a type": (size) => `namespace a\nstruct S\n${lines(size, (index) => `    x${index}`)}`,
  "fields that are indented by tabs": (size) => `namespace a\nstruct S\n${lines(size, () => "\tx")}`,
  "fields of an unknown type": (size) => `namespace a\nstruct S\n${lines(size, (index) => `    x${index} X`)}`,
  "a type again and again": (size) => `namespace a\n${lines(size, () => "struct S\n    a String")}`,
  "attributes again and again": (size) =>
    `namespace a\nroute a(Void, Void, Void)\n    attrs\n${lines(size, () => '        a = "x"')}`,
  "merge conflicts between strings": (size) => `namespace a\n${lines(size, () => '"a"\n<<<<<<< x')}`,
};

describe("the work for a text grows as the text does, where it is", () => {
  test.each(Object.keys(hostile))("the work for a text grows as the text does, where it is %s", (name) => {
    for (const work of [
      (text: string) => void compile([{ path: "a.stone", text }]),
      (text: string) => void format(text),
    ]) {
      const [once = 0, fourTimes = 0] = [100, 400].map((size) => {
        const text = hostile[name]?.(size) ?? "";
        return countSteps(() => {
          work(text);
        });
      });
      // Four times, with some tolerance; a quadratic function takes sixteen times.
      expect(fourTimes).toBeLessThan(4.8 * once);
    }
  });
});

test("a long definition with many broken lines is read again as often as its length allows", () => {
  const long = (count: number): string => `namespace a\nstruct S\n${"    x X X\n".repeat(count)}`;
  const [once = 0, twice = 0] = [20_000, 40_000].map((count) =>
    countSteps(() => void compile([{ path: "a.stone", text: long(count) }])),
  );
  expect(twice).toBeLessThan(2 * once);
});
