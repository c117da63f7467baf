import { expect, test } from "vitest";
import { shorten } from "../../../templates/runtime/codecs/codec-error.js";

test.each([
  ["abcdefg", 7, "abcdefg"],
  ["abcdefgh", 7, "abc…fgh"],
  ["abcdefghi", 8, "abc…ghi"],
  ["ab😀cdefgh", 7, "ab…fgh"], // not half of a surrogate pair
  ["abcdefg😀hi", 7, "abc…hi"],
])("%j within %i characters is %j", (text, limit, short) => {
  expect(shorten(text, limit)).toBe(short);
});
