import { describe, expect, test } from "vitest";
import { compile } from "../src/compiler/compile.js";
import { format } from "../src/format/format.js";
import { parse } from "../src/syntax/parse.js";
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
  test.each(Object.keys(hostile))("%s", (name) => {
    for (const work of [
      (text: string) => void compile([{ path: "a.stone", text }]),
      (text: string) => void format(text),
    ]) {
      const steps = [1, 2, 4].map((factor) => {
        const text = hostile[name]?.(200 * factor) ?? "";
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

test("the errors of a file end at 10,000, however many definitions they are in", () => {
  const text = `namespace a\n${lines(2_000, (index) => `struct S${index}\n${lines(6, (field) => `    x${field} T`)}`)}`;
  const { api, diagnostics } = compile([{ path: "a.stone", text }]);
  expect(api).toBeUndefined();
  expect(diagnostics).toHaveLength(10_000);
  expect(diagnostics.at(-1)).toMatchObject({ line: 13_334, code: "unknown-type" });
});

test.each([
  ["more than 1,200,000 words and signs", `struct Long\n${"    x X\n".repeat(600_000)}`, 3],
  ["more than 100,000 definitions", lines(100_000, (index) => `alias A${index} = String`), 100_001],
])("a file with %s is read up to there", (what, text, line) => {
  const spec = `namespace a\nalias B = String\n${text}`;
  const expected = { code: "file-too-long", line, message: `The file has ${what}. It is not read from here on.` };
  expect(compile([{ path: "a.stone", text: spec }]).diagnostics).toMatchObject([expected]);
  expect(format(spec).diagnostics).toMatchObject([expected]);
});

test("a long definition with many broken lines is read again as often as its length allows", () => {
  const long = (count: number): string => `namespace a\nstruct S\n${"    x X X\n".repeat(count)}`;
  const [once = 0, twice = 0] = [20_000, 40_000].map((count) =>
    countSteps(() => void compile([{ path: "a.stone", text: long(count) }])),
  );
  expect(twice).toBeLessThan(2 * once);
});

test("the errors of a definition end at 10,000 in each pass, and hide none of another file", () => {
  const files = [
    { path: "a.stone", text: `namespace a\nstruct S\n${lines(20_000, (index) => `    x${index}`)}` },
    { path: "b.stone", text: "namespace b\nstruct T\n    y\n" },
  ];
  const { api, diagnostics } = compile(files);
  expect(api).toBeUndefined();
  expect(diagnostics.filter(({ file }) => file === "a.stone")).toHaveLength(10_000);
  expect(diagnostics.filter(({ file }) => file === "b.stone")).toMatchObject([{ code: "field-without-type" }]);
  const others = compile(files.toReversed()).diagnostics;
  expect(new Set(others.map((each) => JSON.stringify(each)))).toEqual(
    new Set(diagnostics.map((each) => JSON.stringify(each))),
  );
});

test("nothing is kept of the text after a string without an end but its words", () => {
  const text = `namespace a\n\nstruct S\n    f "${lines(500_000, () => "x")}`;
  const steps = countSteps(() => {
    expect(compile([{ path: "a.stone", text }]).diagnostics).toMatchObject([{ code: "unterminated-string", line: 4 }]);
    expect(format(text).diagnostics).toMatchObject([{ code: "unterminated-string", line: 4 }]);
  });
  expect(steps).toBeLessThan(4 * text.length);
});

test("compiling and formatting take millions of comment lines and escapes without running out of stack", () => {
  const comments = `namespace a\n${"#\n".repeat(2_500_000)}`;
  expect(compile([{ path: "a.stone", text: comments }]).diagnostics).toEqual([]);
  const escapes = `namespace a\n    "${"\\\\".repeat(3_000_000)}"\n`;
  expect(compile([{ path: "a.stone", text: escapes }]).diagnostics).toEqual([]);
  expect(format(escapes).text).toBe(escapes);
});

test("a file that was too long is read as anew when it is shorter", () => {
  const short = `namespace a\nalias B = String\nstruct Long\n${"    x X\n".repeat(10)}`;
  const long = parse({ path: "a.stone", text: `${short}${"    x X\n".repeat(600_000)}` });
  const again = parse({ path: "a.stone", text: short }, long);
  expect(again.items).toHaveLength(3);
  expect(again.findings).toEqual([]);
  expect(parse({ path: "a.stone", text: long.text }, again).items).toHaveLength(2);
});
