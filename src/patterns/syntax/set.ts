import { range, type CharacterSet, type SetItem } from "../characters/character-set.js";
import { parseSetEscape } from "./escape.js";
import type { Flags } from "./flags.js";
import { fail, type Reader } from "./reader.js";

/** Parses a set after its `[`, which is at `start`. */
export function parseSet(reader: Reader, start: number, flags: Flags): CharacterSet {
  const negated = reader.skip("^");
  const items: SetItem[] = [];
  // A closing bracket in first position is a character: `[]x]`.
  while (items.length === 0 || !reader.skip("]")) {
    const index = reader.index;
    const item = parseItem(reader, start, flags);
    if (!reader.skip("-")) {
      items.push(item);
    } else if (reader.skip("]")) {
      items.push(item, range(0x2d));
      break;
    } else {
      items.push(parseRange(item, parseItem(reader, start, flags), index));
    }
  }
  return { negated, items };
}

function parseItem(reader: Reader, start: number, flags: Flags): SetItem {
  const { index } = reader;
  const token = reader.take() ?? fail("the set is never closed", start);
  return token.startsWith("\\") ? parseSetEscape(reader, token, index, flags) : range(token.codePointAt(0) ?? 0);
}

function parseRange(first: SetItem, last: SetItem, index: number): SetItem {
  if (first.kind === "class" || last.kind === "class") {
    return fail("the ends of a range must be characters, not classes", index);
  }
  return first.from <= last.from ? range(first.from, last.from) : fail("the range is out of order", index);
}
