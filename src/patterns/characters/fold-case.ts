import { range, type CharacterRange, type SetItem } from "./character-set.js";

/** The items, and all characters which Python's flag `i` takes for the same as one of theirs. */
export function withOtherCases(items: readonly SetItem[], ascii: boolean): readonly SetItem[] {
  const ranges = items.filter((item) => item.kind === "range");
  const isListed = (codePoint: number): boolean => ranges.some(({ from, to }) => from <= codePoint && codePoint <= to);
  const others = new Set<number>();
  for (const { variants } of ascii ? asciiFamilies() : unicodeFamilies()) {
    if (variants.some(isListed)) {
      variants.filter((variant) => !isListed(variant)).forEach((variant) => others.add(variant));
    }
  }
  return [...items, ...rangesOf([...others].sort((a, b) => a - b))];
}

/** Characters which differ in their case only. */
interface Family {
  readonly variants: readonly number[];
}

function asciiFamilies(): readonly Family[] {
  return Array.from({ length: 26 }, (_, letter) => ({ variants: [0x41 + letter, 0x61 + letter] }));
}

let families: readonly Family[] | undefined;

/** Worked out once, and only for the rare pattern which ignores case. */
function unicodeFamilies(): readonly Family[] {
  families ??= findFamilies();
  return families;
}

/** No letters with case lie beyond the second plane of Unicode. */
const lastCased = 0x1ffff;

/** For Python two characters are the same if their lower-case forms are, or have the same upper-case form. */
function findFamilies(): readonly Family[] {
  const variantsByKey = new Map<string, number[]>();
  for (let codePoint = 0; codePoint <= lastCased; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (/\p{Changes_When_Casemapped}/u.test(character)) {
      const key = lowerCase(character).toUpperCase();
      const variants = variantsByKey.get(key);
      if (variants === undefined) {
        variantsByKey.set(key, [codePoint]);
      } else {
        variants.push(codePoint);
      }
    }
  }
  return [...variantsByKey.values()].filter(({ length }) => length > 1).map((variants) => ({ variants }));
}

/** Python folds character by character: `İ` becomes `i` alone, where JavaScript adds a combining dot. */
export function lowerCase(character: string): string {
  const [first = ""] = character.toLowerCase();
  return first;
}

function rangesOf(sorted: readonly number[]): CharacterRange[] {
  const ranges: CharacterRange[] = [];
  for (const codePoint of sorted) {
    const last = ranges.at(-1);
    if (last?.to === codePoint - 1) {
      ranges[ranges.length - 1] = range(last.from, codePoint);
    } else {
      ranges.push(range(codePoint));
    }
  }
  return ranges;
}
