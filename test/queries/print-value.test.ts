import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEqual } from "../../src/ir/equal.js";
import { Key } from "../../src/queries/key.js";
import { printValue, readValue } from "../../src/queries/print-value.js";

class Name extends Key {}

const plain = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array(tie("value")),
    fc.dictionary(fc.string({ minLength: 1 }), tie("value"), { noNullPrototype: true }),
    fc.array(tie("value")).map((list) => new Set(list)),
    fc.array(fc.tuple(fc.string(), tie("value"))).map((entries) => new Map(entries)),
  ),
})).value;

test("a value can be read from its text", () => {
  fc.assert(
    fc.property(plain, (value) => {
      const text = printValue(value);
      const read = text === undefined ? undefined : readValue(text);
      expect(read).toBeDefined();
      expect(isEqual(read?.value, value)).toBe(true);
    }),
  );
});

test("values have the same text exactly if they are equal", () => {
  fc.assert(
    fc.property(plain, plain, (one, other) => {
      expect(printValue(one) === printValue(other)).toBe(isEqual(one, other));
    }),
  );
});

describe("what cannot be read", () => {
  test("a value with a key has a text, but cannot be read without the keys", () => {
    const text = printValue([new Set([new Name("a.B")])]);
    expect(text).toBe(printValue([new Set([new Name("a.B")])]));
    expect(text).not.toBe(printValue([new Set([new Name("a.C")])]));
    expect(readValue(text ?? "")).toBeUndefined();
  });

  test.each([new Date(0), Symbol("s"), () => undefined, NaN, { "": 1 }])("%o has no text", (value) => {
    expect(printValue({ value })).toBeUndefined();
  });
});
