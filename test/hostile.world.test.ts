import { expect, test } from "vitest";
import { compile } from "../src/compiler/compile.js";
import { format } from "../src/format/format.js";
import { parse } from "../src/syntax/parse.js";

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

test("at most 10,000 errors are reported for a text of any length that is no specification", () => {
  const text = `namespace a\n${"%\n".repeat(20_000)}`;
  const { api, diagnostics } = compile([{ path: "a.stone", text }]);
  expect(api).toBeUndefined();
  expect(diagnostics).toHaveLength(10_000);
  expect(format(text).diagnostics).toHaveLength(10_000);
});

test("at most 10,000 errors are reported for a file with any number of definitions", () => {
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

test("the errors of a definition end at 10,000 in each pass, and hide none of another file", () => {
  const files = [
    { path: "a.stone", text: `namespace a\nstruct S\n${lines(11_000, (index) => `    x${index}`)}` },
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

test("50,000 lines after a string without an end are one error", () => {
  const text = `namespace a\n\nstruct S\n    f "${lines(50_000, () => "x")}`;
  expect(compile([{ path: "a.stone", text }]).diagnostics).toMatchObject([{ code: "unterminated-string", line: 4 }]);
  expect(format(text).diagnostics).toMatchObject([{ code: "unterminated-string", line: 4 }]);
});

test("compiling and formatting take 200,000 comment lines and escapes without running out of stack", () => {
  const comments = `namespace a\n${"#\n".repeat(200_000)}`;
  expect(compile([{ path: "a.stone", text: comments }]).diagnostics).toEqual([]);
  const escapes = `namespace a\n    "${"\\\\".repeat(200_000)}"\n`;
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
