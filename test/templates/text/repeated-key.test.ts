import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeatedKey } from "../../../templates/runtime/text/json.js";

function find(text: string): string | undefined {
  return repeatedKey(text, JSON.parse(text));
}

describe("a key that stands in an object twice", () => {
  test.each([
    ['{"a":1,"a":1}', "a"],
    ['{"a":1, "a" :2}', "a"],
    ['{"x":{"a":1,"b":2,"a":3}}', "a"],
    ['[{"a":1},{"a":1,"\\u0061":1}]', "a"],
    ['{"":1,"":2}', ""],
    ['{"__proto__":1,"__proto__":2}', "__proto__"],
    ['{"a\\\\":1,"a\\\\":2}', "a\\"],
    ['{"a":"\\"b\\":","a":1}', "a"],
  ])("a key that stands in an object twice is found in %s", (text, key) => {
    expect(find(text)).toBe(key);
  });

  test.each([
    '{"a":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"\\"a\\": \\"a\\":"}',
    '"\\"a\\":1,\\"a\\":2"',
    "1",
    "null",
    '{"a":"a"}',
  ])("a key that stands in an object twice is not seen in %s", (text) => {
    expect(find(text)).toBeUndefined();
  });

  test("a key that stands in an object twice is in no JSON that was written from a value", () => {
    fc.assert(fc.property(fc.json(), (text) => find(text) === undefined));
  });

  test("a key that stands in an object twice is found wherever it is put", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.jsonValue(), (before, key, value) => {
        const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
        return find(`[${JSON.stringify(before)},{${member},${member}}]`) === key;
      }),
    );
  });

  test("a key that stands in an object twice is looked for in JSON of any depth", () => {
    const depth = 100_000;
    expect(find(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`)).toBeUndefined();
  });
});
