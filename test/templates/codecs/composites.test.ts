import { expect, test } from "vitest";
import { decode, type Check } from "../../../templates/runtime/codecs/check.js";
import { list } from "../../../templates/runtime/codecs/composites.js";
import { string } from "../../../templates/runtime/codecs/scalars.js";

test.each([
  [[], 1, undefined, "expected at least 1 item, found 0"],
  [["a"], 2, undefined, "expected at least 2 items, found 1"],
  [["a", "b"], undefined, 1, "expected at most 1 item, found 2"],
])("a list %j with the bounds %s and %s is refused: %s", (value, minItems, maxItems, message) => {
  const check: Check<string[]> = (value, mode) => list(value, mode, string, minItems, maxItems);
  expect(() => decode(check, value)).toThrow(message);
});
