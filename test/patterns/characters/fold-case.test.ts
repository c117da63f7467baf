import { describe, expect, test } from "vitest";
import { range } from "../../../src/patterns/characters/character-set.js";
import { withOtherCases } from "../../../src/patterns/characters/fold-case.js";

/** The characters which Python's flag `i` takes for the same. */
function variantsOf(character: string, ascii = false): string {
  const items = withOtherCases([range(character.codePointAt(0) ?? 0)], ascii);
  return items
    .flatMap((item) => (item.kind === "range" ? [item.from, item.to] : []))
    .filter((codePoint, index, all) => all.indexOf(codePoint) === index)
    .map((codePoint) => String.fromCodePoint(codePoint))
    .sort()
    .join("");
}

describe("Python's flag i", () => {
  test.each([
    ["a", "Aa"],
    ["1", "1"],
    ["k", "Kk\u212a"],
    ["s", "Ss\u017f"],
    ["i", "Ii\u0130\u0131"],
    ["é", "Éé"],
    ["ß", "ßẞ"],
    ["σ", "Σςσ"],
    ["µ", "\u00b5\u039c\u03bc"],
    ["\u1fbe", "\u0345\u0399\u03b9\u1fbe"],
    ["ǆ", "ǄǅǆǄ".slice(0, 3)],
    ["\ufb05", "\ufb05\ufb06"],
    ["в", "Вв\u1c80"],
    ["\u{10428}", "\u{10400}\u{10428}"],
  ])("Python's flag i takes %s for one of %s", (character, variants) => {
    expect(variantsOf(character)).toBe(variants);
  });

  test("Python's flag i minds only ASCII together with the flag a", () => {
    expect(variantsOf("k", true)).toBe("Kk");
    expect(variantsOf("é", true)).toBe("é");
  });

  test("Python's flag i takes characters of ASCII for the same ones alone and beside others", () => {
    const outside = range(0x3b1);
    const ascii = range(0x00, 0x7f);
    const others = withOtherCases([outside], false).slice(1);
    expect(new Set(withOtherCases([ascii, outside], false))).toEqual(
      new Set([...withOtherCases([ascii], false), outside, ...others]),
    );
  });

  test("Python's flag i closes ranges, and leaves classes alone", () => {
    const digits = { kind: "class", name: "digit", negated: false, ascii: false } as const;
    expect(withOtherCases([range(0x61, 0x63), digits], false)).toEqual([range(0x61, 0x63), digits, range(0x41, 0x43)]);
  });
});
