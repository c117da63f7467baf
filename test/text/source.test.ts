import { expect, test } from "vitest";
import { Source } from "../../src/text/source.js";

test("LEX-2: all line ends become line feeds", () => {
  expect(new Source("a\r\nb\rc\nd\r\r\n").text).toBe("a\nb\nc\nd\n\n");
});

test("FE-8: offsets count UTF-16 code units of the text with line feeds, with any line ends of the file", () => {
  const texts = ["a\n😀b", "a\r\n😀b", "a\r😀b"];
  expect(texts.map((text) => new Source(text).position(4))).toEqual(texts.map(() => ({ line: 2, column: 3 })));
});

test("LEX-4: lines and columns count from 1, columns in UTF-16 code units", () => {
  const source = new Source("ab\n\n😀c");
  expect([0, 1, 2, 3, 4, 6, 7].map((offset) => source.position(offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 1, column: 3 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 3, column: 3 },
    { line: 3, column: 4 },
  ]);
});

test("a position after the end is that of the end", () => {
  expect(new Source("ab\n").position(99)).toEqual({ line: 2, column: 1 });
  expect(new Source("").position(1)).toEqual({ line: 1, column: 1 });
});

test("a line is given without its end", () => {
  const source = new Source("ab\n\nc");
  expect([0, 1, 2, 3, 4].map((line) => source.line(line))).toEqual(["", "ab", "", "c", ""]);
});
