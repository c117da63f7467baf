import {
  asciiDigits,
  asciiLetters,
  asciiSpaces,
  isDigit,
  isWord,
  lastCodePoint,
  range,
  spaces,
} from "./character-set.js";
import type { CharacterClass, CharacterRange, CharacterSet, SetItem } from "./character-set.js";

/*
 * The algebra of character sets. Hundreds of ranges would be needed to list the letters and digits outside ASCII.
 * Instead, every character outside ASCII has three symbols, one for each category that it may have. A symbol is a code
 * point plus one of three offsets. Set operations on symbols are exact for all characters, and need few ranges.
 */

/** Sorted ranges of symbols that neither overlap nor touch. */
export type Symbols = readonly CharacterRange[];

type Category = "other" | "word" | "digit";

const categorySize = 0x110000;
const offsets: Record<Category, number> = { other: 0, word: categorySize, digit: 2 * categorySize };
const categories = ["other", "word", "digit"] as const;

const ascii = [range(0, 0x7f)];
const spacesBeyondAscii = spaces.filter(({ from }) => from > 0x7f);
const settled = union([ascii, spacesBeyondAscii]);
/** Characters whose category (letter, digit or neither) is not determined by these ranges. */
const unsettled = minus([range(0, lastCodePoint)], settled);

const codePointsIn: Record<Category, Symbols> = {
  other: union([minus(ascii, union([asciiDigits, asciiLetters])), spacesBeyondAscii, unsettled]),
  word: union([asciiLetters, unsettled]),
  digit: union([asciiDigits, unsettled]),
};

const everySymbol = union(categories.map((category) => toCategory(codePointsIn[category], category)));
const digitSymbols = toCategory(codePointsIn.digit, "digit");
const wordSymbols = union([toCategory(codePointsIn.word, "word"), digitSymbols]);

/** Returns the symbols for the characters of a set. */
export function toSymbols({ negated, items }: CharacterSet): Symbols {
  const symbols = union(items.map(itemSymbols));
  return negated ? complement(symbols) : symbols;
}

export function complement(symbols: Symbols): Symbols {
  return minus(everySymbol, symbols);
}

/** Returns a character whose symbol is in the set, preferably a readable one; undefined if there is none. */
export function exampleOf(symbols: Symbols): string | undefined {
  const codePoint = readable.find((one) => contains(symbols, symbolOf(one))) ?? firstIn(symbols);
  return codePoint === undefined ? undefined : String.fromCodePoint(codePoint);
}

/** Whether the symbol of a character is in the set. */
export function hasCharacter(symbols: Symbols, character: string): boolean {
  return contains(symbols, symbolOf(character.codePointAt(0) ?? 0));
}

/**
 * Returns characters whose symbols are in the set and that patterns are likely to distinguish: at most one of each kind
 * of ASCII character, or another one if there is none.
 */
export function examplesOf(symbols: Symbols): readonly string[] {
  const kinds = ["az", "bz", "09", "AZ", "!~", "  "].map(readableFrom);
  const examples = kinds.flatMap((codePoints) => codePoints.find((one) => contains(symbols, symbolOf(one))) ?? []);
  const characters = new Set(examples.map((codePoint) => String.fromCodePoint(codePoint)));
  return characters.size > 0 ? [...characters] : [exampleOf(symbols) ?? []].flat();
}

/** Letters, digits, then the other visible characters of ASCII. */
const readable = ["az", "09", "AZ", "!~", "  "].flatMap(readableFrom);

/** Returns the code points from one character to another. */
function readableFrom([from = "", to = ""]: string): readonly number[] {
  const start = from.charCodeAt(0);
  return Array.from({ length: to.charCodeAt(0) - start + 1 }, (_, index) => start + index);
}

function firstIn(symbols: Symbols): number | undefined {
  for (const { from, to } of symbols) {
    for (let symbol = from; symbol <= to; symbol += 1) {
      const codePoint = symbol % categorySize;
      if (symbolOf(codePoint) === symbol) {
        return codePoint;
      }
    }
  }
  return undefined;
}

function symbolOf(codePoint: number): number {
  return codePoint + offsets[isDigit(codePoint) ? "digit" : isWord(codePoint) ? "word" : "other"];
}

function contains(symbols: Symbols, symbol: number): boolean {
  return symbols.some(({ from, to }) => from <= symbol && symbol <= to);
}

/** Whether the symbols include all characters. */
export function isEverything(symbols: Symbols): boolean {
  return same(symbols, everySymbol);
}

/**
 * Returns a set of ranges that is equal to the symbols; undefined if that depends on which characters are letters or
 * digits.
 */
export function plainSet(symbols: Symbols): CharacterSet | undefined {
  const codePoints = toCodePoints(symbols);
  if (codePoints?.at(-1)?.to !== lastCodePoint) {
    return codePoints && { negated: false, items: codePoints };
  }
  return { negated: true, items: minus([range(0, lastCodePoint)], codePoints) };
}

function toCodePoints(symbols: Symbols): readonly CharacterRange[] | undefined {
  const [others, words, digits] = categories.map((category) => fromCategory(symbols, category));
  if (others === undefined || words === undefined || digits === undefined) {
    return undefined;
  }
  const open = intersection(others, unsettled);
  const isPlain = same(open, intersection(words, unsettled)) && same(open, intersection(digits, unsettled));
  return isPlain ? union([others, words, digits]) : undefined;
}

export function union(sets: readonly Symbols[]): Symbols {
  const merged: CharacterRange[] = [];
  for (const next of sets.flat().sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && next.from <= last.to + 1) {
      merged[merged.length - 1] = range(last.from, Math.max(last.to, next.to));
    } else {
      merged.push(next);
    }
  }
  return merged;
}

function intersection(a: Symbols, b: Symbols): Symbols {
  return minus(a, minus(a, b));
}

export function minus(from: Symbols, what: Symbols): Symbols {
  const left: CharacterRange[] = [];
  let at = 0;
  for (const whole of from) {
    let start = whole.from;
    while ((what[at]?.to ?? Infinity) < start) {
      at += 1;
    }
    for (let next = at; (what[next]?.from ?? Infinity) <= whole.to; next += 1) {
      const hole = what[next] ?? whole;
      if (hole.from > start) {
        left.push(range(start, hole.from - 1));
      }
      start = hole.to + 1;
    }
    if (start <= whole.to) {
      left.push(range(start, whole.to));
    }
  }
  return left;
}

function same(a: Symbols, b: Symbols): boolean {
  return a.length === b.length && a.every(({ from, to }, index) => from === b[index]?.from && to === b[index].to);
}

function itemSymbols(item: SetItem): Symbols {
  if (item.kind === "range") {
    return symbolsOfCodePoints([item]);
  }
  const symbols = classSymbols(item);
  return item.negated ? complement(symbols) : symbols;
}

function classSymbols({ name, ascii: asciiOnly }: CharacterClass): Symbols {
  switch (name) {
    case "digit":
      return asciiOnly ? symbolsOfCodePoints(asciiDigits) : digitSymbols;
    case "word":
      return asciiOnly ? symbolsOfCodePoints([...asciiDigits, ...asciiLetters]) : wordSymbols;
    case "space":
      return symbolsOfCodePoints(asciiOnly ? asciiSpaces : spaces);
  }
}

function symbolsOfCodePoints(ranges: readonly CharacterRange[]): Symbols {
  const codePoints = union([ranges]);
  return union(categories.map((category) => toCategory(intersection(codePoints, codePointsIn[category]), category)));
}

function toCategory(codePoints: Symbols, category: Category): Symbols {
  return codePoints.map(({ from, to }) => range(from + offsets[category], to + offsets[category]));
}

function fromCategory(symbols: Symbols, category: Category): Symbols {
  const offset = offsets[category];
  const inside = intersection(symbols, [range(offset, offset + lastCodePoint)]);
  return inside.map(({ from, to }) => range(from - offset, to - offset));
}
