import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldCase, nameKey } from "../src/fold-case.js";

/** All characters that Unicode has, without half ones. */
const characters = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint));
const cased = characters.filter(
  (character) => /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(character) && isComposed(character),
);

describe("names (Q-10)", () => {
  test("names are equal if they differ in case only: both lower-case sigmas, but not ß and ss, nor ı and i", () => {
    for (const [one, other, isOne] of [
      ["Δρόμος.txt", "ΔΡΌΜΟΣ.TXT", true],
      ["Δρόμος", "δρόμοσ", true],
      ["Straße", "STRAẞE", true],
      ["Straße", "STRASSE", false],
      ["ſ", "S", true],
      ["µ", "μ", true],
      ["ﬅ", "ﬆ", true],
      ["ﬀ", "ff", false],
      ["ı", "I", false],
      ["İ", "i", false],
      ["İ", "i\u0307", false],
      ["Ꭰ", "ꭰ", true],
      ["É", "e\u0301", true],
      ["J\u030c", "\u01f0", true],
    ] as const) {
      expect([one, other, foldCase(one) === foldCase(other)]).toEqual([one, other, isOne]);
    }
  });

  test("names have a key in lower case, for letters that have one", () => {
    expect(foldCase("/Δρόμος ÄÖÜ ꭰᎠ Ǆǅ ᾼ.TXT")).toBe("/δρόμοσ äöü ꭰꭰ ǆǆ ᾳ.txt");
  });

  test("names are compared by Unicode's simple case folding, like regular expressions in JavaScript", () => {
    // 3 thousand letters that have case, each against all of them: what an engine takes for one has one key.
    const all = cased.join("");
    const byKey = new Map<string, string>();
    for (const letter of cased) {
      byKey.set(foldCase(letter), (byKey.get(foldCase(letter)) ?? "") + letter);
    }
    const wrong = cased.filter((letter) => {
      const same = all.match(new RegExp(`\\u{${letter.codePointAt(0)?.toString(16) ?? ""}}`, "giu")) ?? [];
      return same.join("") !== byKey.get(foldCase(letter));
    });
    expect(wrong).toEqual([]);
  });

  test("names without case are only composed", () => {
    const changed = characters.filter((character) => foldCase(character) !== character && isComposed(character));
    const known = new Set(cased);
    expect(changed.filter((character) => !known.has(character))).toEqual([]);
  });

  test("names keep their key when they are folded again, so that path_lower finds its item", () => {
    expect(characters.filter((character) => foldCase(foldCase(character)) !== foldCase(character))).toEqual([]);
    const letters = fc.constantFrom(...cased, "\u0301", "\u0307", "\u030c", "\u0345", "/", " ");
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), (parts) => {
        const once = foldCase(parts.join(""));
        expect(foldCase(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  test("names of groups and team folders are equal if they differ in trailing spaces only", () => {
    expect(nameKey("Crew  ")).toBe(nameKey("crew"));
    expect(nameKey(" Crew")).not.toBe(nameKey("Crew"));
    expect(nameKey("Crew\u00a0")).toBe(nameKey("Crew"));
  });
});

function isComposed(character: string): boolean {
  return character.normalize("NFC") === character;
}
