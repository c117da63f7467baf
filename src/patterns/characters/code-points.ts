import { asciiDigits, asciiLetters, asciiSpaces, lastCodePoint, range, spaces } from "./character-set.js";
import type { CharacterClass, CharacterRange, CharacterSet, SetItem } from "./character-set.js";
import { minus, union } from "./symbols.js";
import { unicodeDigits, unicodeWords } from "./unicode.js";

/** Sorted ranges of code points that neither overlap nor touch. */
export type CodePoints = readonly CharacterRange[];

export const allCodePoints: CodePoints = [range(0, lastCodePoint)];

/**
 * Returns the code points of a set. Letters and digits are those of a fixed Unicode version, regardless of the engine's
 * version.
 */
export function toCodePoints({ negated, items }: CharacterSet): CodePoints {
  const listed = union(items.map(itemCodePoints));
  return negated ? minus(allCodePoints, listed) : listed;
}

function itemCodePoints(item: SetItem): CodePoints {
  if (item.kind === "range") {
    return [item];
  }
  const members = union([classMembers(item)]);
  return item.negated ? minus(allCodePoints, members) : members;
}

function classMembers({ name, ascii }: CharacterClass): readonly CharacterRange[] {
  switch (name) {
    case "digit":
      return ascii ? asciiDigits : unicodeDigits;
    case "word":
      return ascii ? [...asciiDigits, ...asciiLetters] : unicodeWords;
    case "space":
      return ascii ? asciiSpaces : spaces;
  }
}
