import { range, type CharacterRange, type SetItem } from "./character-set.js";

/** Returns the items, and all other characters that are equal to one of them under Python's flag `i`. */
export function withOtherCases(items: readonly SetItem[], ascii: boolean): readonly SetItem[] {
  const listed = items.filter((item) => item.kind === "range");
  const families = ascii ? asciiFamilies() : unicodeFamilies(listed);
  const others = new Set<number>();
  for (const { from, to } of listed) {
    for (let codePoint = from; codePoint <= Math.min(to, lastWithCase); codePoint += 1) {
      families.get(codePoint)?.forEach((variant) => others.add(variant));
    }
  }
  const isListed = (codePoint: number): boolean => listed.some(({ from, to }) => from <= codePoint && codePoint <= to);
  const missing = [...others].filter((codePoint) => !isListed(codePoint));
  return [...items, ...toRanges(missing.sort((a, b) => a - b))];
}

/**
 * Converts a character to lower case as Python does, to a single character: `İ` becomes `i`, where JavaScript adds a
 * combining dot.
 */
export function lowerCase(character: string): string {
  const [first = ""] = character.toLowerCase();
  return first;
}

/**
 * Code point to all code points that differ from it only in case, including itself. Code points without other cases are
 * left out.
 */
type Families = ReadonlyMap<number, readonly number[]>;

/** The blocks with cased letters in Unicode 14, the version of Python 3.11. */
const blocksWithCase: readonly CharacterRange[] = [
  range(0x0000, 0x05ff),
  range(0x1000, 0x10ff),
  range(0x1300, 0x13ff),
  range(0x1c00, 0x1fff),
  range(0x2100, 0x21ff),
  range(0x2400, 0x24ff),
  range(0x2c00, 0x2dff),
  range(0xa600, 0xa7ff),
  range(0xab00, 0xabff),
  range(0xfb00, 0xfbff),
  range(0xff00, 0xffff),
  range(0x10400, 0x105ff),
  range(0x10c00, 0x10cff),
  range(0x11800, 0x118ff),
  range(0x16e00, 0x16eff),
  range(0x1e900, 0x1e9ff),
];
const lastWithCase = 0x1e9ff;

/** A fast test, because computing the cases of a character is slow. */
const hasCase = /\p{Changes_When_Casemapped}/u;

/**
 * The blocks with all characters that are equal to an ASCII letter except for case, which include `ı`, `ſ` and the
 * Kelvin sign.
 */
const blocksOfAsciiCase: readonly CharacterRange[] = [range(0x0000, 0x017f), range(0x212a)];

let cachedFamilies: Families | undefined;
let knownOfAscii: Families | undefined;

/**
 * Returns the families for these ranges. They are computed once, and for all blocks only if the ranges contain
 * characters outside ASCII.
 */
function unicodeFamilies(listed: readonly CharacterRange[]): Families {
  return listed.every(({ to }) => to <= 0x7f)
    ? (knownOfAscii ??= familiesIn(blocksOfAsciiCase))
    : (cachedFamilies ??= familiesIn(blocksWithCase));
}

function asciiFamilies(): Families {
  return familiesIn([range(0, 0x7f)]);
}

/**
 * Returns the families of all characters in some blocks. For Python, two characters are equal if their lower-case forms
 * are equal or have the same upper-case form.
 */
function familiesIn(blocks: readonly CharacterRange[]): Families {
  const byKey = new Map<string, number[]>();
  const families = new Map<number, number[]>();
  for (const { from, to } of blocks) {
    for (let codePoint = from; codePoint <= to; codePoint += 1) {
      const character = String.fromCodePoint(codePoint);
      if (!hasCase.test(character)) {
        continue;
      }
      const key = lowerCase(character).toUpperCase();
      const family = byKey.get(key) ?? [];
      family.push(codePoint);
      byKey.set(key, family);
      families.set(codePoint, family);
    }
  }
  return families;
}

function toRanges(sorted: readonly number[]): CharacterRange[] {
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
