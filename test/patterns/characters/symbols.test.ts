import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contains, range, type CharacterSet, type SetItem } from "../../../src/patterns/characters/character-set.js";
import { complement, isEverything, plainSet, toSymbols, union } from "../../../src/patterns/characters/symbols.js";
import { printSet } from "../../../src/patterns/translation/print.js";

const codePoint = fc.oneof(
  fc.integer({ min: 0, max: 0x2ff }),
  fc.integer({ min: 0x2020, max: 0x2030 }),
  fc.integer({ min: 0, max: 0x10ffff }),
);
const item: fc.Arbitrary<SetItem> = fc.oneof(
  fc.tuple(codePoint, codePoint).map(([a, b]) => range(Math.min(a, b), Math.max(a, b))),
  codePoint.map((only) => range(only)),
  fc.record({
    kind: fc.constant("class" as const),
    name: fc.constantFrom("digit", "space", "word"),
    negated: fc.boolean(),
    ascii: fc.constant(false),
  }),
);
const set: fc.Arbitrary<CharacterSet> = fc.record({
  negated: fc.boolean(),
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
});

describe("sets of characters", () => {
  test("sets of characters are printed as what they contain", () => {
    fc.assert(
      fc.property(set, fc.array(codePoint, { minLength: 20, maxLength: 20 }), (characters, codePoints) => {
        const expression = new RegExp(`^${printSet(characters)}$`, "u");
        for (const one of codePoints) {
          expect([one, expression.test(String.fromCodePoint(one))]).toEqual([one, contains(characters, one)]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("sets of characters contain the same as their symbols, where these are plain", () => {
    fc.assert(
      fc.property(set, set, codePoint, (a, b, one) => {
        const both = plainSet(union([toSymbols(a), toSymbols(b)]));
        expect(both === undefined || contains(both, one) === (contains(a, one) || contains(b, one))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("sets of characters and what they do not contain make up everything", () => {
    fc.assert(
      fc.property(set, (characters) => {
        const symbols = toSymbols(characters);
        expect(isEverything(union([symbols, complement(symbols)]))).toBe(true);
        expect(complement(complement(symbols))).toEqual(symbols);
        expect(toSymbols({ ...characters, negated: !characters.negated })).toEqual(complement(symbols));
      }),
    );
  });
});
