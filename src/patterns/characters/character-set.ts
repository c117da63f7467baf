/** A set of characters as spelled in a pattern. Characters are code points, including lone surrogates. */
export interface CharacterSet {
  readonly negated: boolean;
  readonly items: readonly SetItem[];
}

export type SetItem = CharacterRange | CharacterClass;

/** A range of code points; both ends are inclusive. */
export interface CharacterRange {
  readonly kind: "range";
  readonly from: number;
  readonly to: number;
}

/** `\d`, `\s`, `\w` and, negated, `\D`, `\S`, `\W`. */
export interface CharacterClass {
  readonly kind: "class";
  readonly name: "digit" | "space" | "word";
  readonly negated: boolean;
  /** Whether the flag `a` restricts the class to ASCII. */
  readonly ascii: boolean;
}

export const lastCodePoint = 0x10ffff;

export function range(from: number, to = from): CharacterRange {
  return { kind: "range", from, to };
}

export function oneOf(...items: readonly SetItem[]): CharacterSet {
  return { negated: false, items };
}

export function noneOf(...items: readonly SetItem[]): CharacterSet {
  return { negated: true, items };
}

/** Returns the only character of a set that consists of a single character; otherwise undefined. */
export function onlyCharacter({ negated, items }: CharacterSet): number | undefined {
  const [item] = items;
  return !negated && items.length === 1 && item?.kind === "range" && item.from === item.to ? item.from : undefined;
}

/** The characters that Python's `\s` matches. */
export const spaces: readonly CharacterRange[] = [
  range(0x09, 0x0d),
  range(0x1c, 0x20),
  range(0x85),
  range(0xa0),
  range(0x1680),
  range(0x2000, 0x200a),
  range(0x2028, 0x2029),
  range(0x202f),
  range(0x205f),
  range(0x3000),
];

/** The characters that `\d`, `\w` (which also matches digits) and `\s` match with the flag `a`. */
export const asciiDigits: readonly CharacterRange[] = [range(0x30, 0x39)];
export const asciiLetters: readonly CharacterRange[] = [range(0x41, 0x5a), range(0x5f), range(0x61, 0x7a)];
export const asciiSpaces: readonly CharacterRange[] = [range(0x09, 0x0d), range(0x20)];

export function contains(set: CharacterSet, codePoint: number): boolean {
  return set.items.some((item) => itemContains(item, codePoint)) !== set.negated;
}

function itemContains(item: SetItem, codePoint: number): boolean {
  return item.kind === "range"
    ? item.from <= codePoint && codePoint <= item.to
    : classContains(item, codePoint) !== item.negated;
}

function classContains({ name, ascii }: CharacterClass, codePoint: number): boolean {
  if (ascii && codePoint > 0x7f) {
    return false;
  }
  switch (name) {
    case "digit":
      return isDigit(codePoint);
    case "word":
      return isWord(codePoint);
    case "space":
      return isIn(ascii ? asciiSpaces : spaces, codePoint);
  }
}

/** Whether Python's `\d` matches. */
export function isDigit(codePoint: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));
}

/** Whether Python's `\w` matches. */
export function isWord(codePoint: number): boolean {
  return /^[\p{L}\p{N}_]$/u.test(String.fromCodePoint(codePoint));
}

function isIn(ranges: readonly CharacterRange[], codePoint: number): boolean {
  return ranges.some(({ from, to }) => from <= codePoint && codePoint <= to);
}

/** Returns the number that decimal digits of any script represent, as Python's `int` does. */
export function decimalValue(text: string): number {
  let value = 0;
  for (const character of text) {
    value = value * 10 + digitValue(character.codePointAt(0) ?? 0);
  }
  return value;
}

/**
 * Returns the value of a digit. Unicode orders the ten digits of a script from zero to nine without gaps, so that the
 * value follows from the position in the sequence of digits.
 */
function digitValue(codePoint: number): number {
  let start = codePoint;
  while (isDigit(start - 1)) {
    start -= 1;
  }
  return (codePoint - start) % 10;
}
