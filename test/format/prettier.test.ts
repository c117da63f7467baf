import { format as runPrettier, type Options } from "prettier";
import { expect, test } from "vitest";
import * as plugin from "../../src/format/prettier.js";
import { formatCases } from "./format-cases.js";

function prettier(text: string, options: Options = {}): Promise<string> {
  return runPrettier(text, { filepath: "a.stone", plugins: [plugin], printWidth: 100, ...options });
}

const unformatted = "namespace   a\n\nstruct   B\n    f   String\n    g   String\n";
const formatted = "namespace a\n\nstruct B\n    f String\n    g String\n";

test("FMT-8: Prettier gives the bytes of `format`, but keeps byte order marks", async () => {
  for (const { name, before, after } of formatCases()) {
    const mark = before.startsWith("\ufeff") ? "\ufeff" : "";
    expect({ name, text: await prettier(before) }).toEqual({ name, text: mark + after });
  }
});

test("FMT-8: line width and line ends are those of Prettier", async () => {
  const text = "namespace a\n\nalias A = String(min_length=1,\n    max_length=2)\n";
  expect(await prettier(text, { printWidth: 30 })).toBe(
    "namespace a\n\nalias A = String(\n    min_length=1,\n    max_length=2)\n",
  );
  expect(await prettier(unformatted, { endOfLine: "crlf" })).toBe(formatted.replaceAll("\n", "\r\n"));
});

test("FMT-8, FMT-10: a range is formatted as in editors", async () => {
  const start = unformatted.indexOf("f ");
  expect(await prettier(unformatted, { rangeStart: start, rangeEnd: start + 3 })).toBe(
    unformatted.replace("f   String", "f String"),
  );
});

test("FMT-8: pragmas are comments", async () => {
  expect(await prettier(unformatted, { requirePragma: true })).toBe(unformatted);
  for (const pragma of ["# @format", "#@prettier "]) {
    const text = await prettier(`${pragma}\n${unformatted}`, { requirePragma: true });
    expect(text).toBe(`${pragma.trimEnd()}\n${formatted}`);
  }
  expect(await prettier(unformatted, { insertPragma: true })).toBe(`# @format\n\n${formatted}`);
});

test("FMT-8: a syntax error has a place and a code frame", async () => {
  const error: unknown = await prettier("namespace a\nstruct S\n    f String String\n").catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ name: "SyntaxError", loc: { start: { line: 3, column: 14 } } });
  expect(String(error)).toContain("> 3 |     f String String");
});
