import {
  lastCodePoint,
  oneOf,
  range,
  type CharacterClass,
  type SetItem,
  type CharacterSet,
} from "../characters/character-set.js";
import type { Node, Place } from "../tree.js";
import type { Flags } from "./flags.js";
import type { Groups } from "./groups.js";
import { fail, type Reader } from "./reader.js";

const controlCharacters = new Map([
  ["\\a", 0x07],
  ["\\b", 0x08],
  ["\\f", 0x0c],
  ["\\n", 0x0a],
  ["\\r", 0x0d],
  ["\\t", 0x09],
  ["\\v", 0x0b],
]);

const classes = new Map<string, Pick<CharacterClass, "name" | "negated">>([
  ["\\d", { name: "digit", negated: false }],
  ["\\D", { name: "digit", negated: true }],
  ["\\s", { name: "space", negated: false }],
  ["\\S", { name: "space", negated: true }],
  ["\\w", { name: "word", negated: false }],
  ["\\W", { name: "word", negated: true }],
]);

const hexDigit = /^[0-9A-Fa-f]$/;
const octalDigit = /^[0-7]$/;
const digit = /^[0-9]$/;

/** Parses an escape outside of a set. It starts with `token`, which has already been consumed. */
export function parseEscape(reader: Reader, token: string, index: number, flags: Flags, groups: Groups): Node {
  const place = readPlace(token, flags);
  if (place !== undefined) {
    return { kind: "assertion", at: place };
  }
  const item = readClass(token, flags);
  if (item !== undefined) {
    return characters(item);
  }
  const [, character = ""] = token;
  if (character === "0") {
    return characters(range(parseInt(character + reader.takeWhile(octalDigit, 2), 8)));
  }
  return digit.test(character)
    ? parseOctalOrReference(reader, character, index, flags, groups)
    : characters(range(parseCharacter(reader, token, index)));
}

/** Parses an escape in a set. It starts with `token`, which has already been consumed. */
function parseSetEscape(reader: Reader, token: string, index: number, flags: Flags): SetItem {
  const item = readClass(token, flags);
  if (item !== undefined) {
    return item;
  }
  const [, character = ""] = token;
  if (octalDigit.test(character)) {
    return range(octalValue(character + reader.takeWhile(octalDigit, 2), index));
  }
  return range(digit.test(character) ? unknownEscape(token, index) : parseCharacter(reader, token, index));
}

function readPlace(token: string, { ascii }: Flags): Place | undefined {
  switch (token) {
    case "\\A":
      return "start";
    case "\\Z":
      return "end";
    case "\\b":
      return ascii ? "ascii word boundary" : "word boundary";
    case "\\B":
      return ascii ? "no ascii word boundary" : "no word boundary";
    default:
      return undefined;
  }
}

function readClass(token: string, { ascii }: Flags): CharacterClass | undefined {
  const characterClass = classes.get(token);
  return characterClass === undefined ? undefined : { kind: "class", ...characterClass, ascii };
}

/** Parses digits after a backslash: three octal digits are a character, one or two digits are a group number. */
function parseOctalOrReference(reader: Reader, first: string, index: number, flags: Flags, groups: Groups): Node {
  const digits = first + reader.takeWhile(digit, 1);
  const third = /^[0-7]{2}$/.test(digits) ? reader.takeWhile(octalDigit, 1) : "";
  if (third !== "") {
    return characters(range(octalValue(digits + third, index)));
  }
  const group = Number(digits);
  groups.checkReference(group, index);
  return { kind: "reference", group, ignoreCase: flags.ignoreCase, index };
}

function parseCharacter(reader: Reader, token: string, index: number): number {
  const control = controlCharacters.get(token);
  if (control !== undefined) {
    return control;
  }
  switch (token) {
    case "\\x":
      return parseHex(reader, token, 2, index);
    case "\\u":
      return parseHex(reader, token, 4, index);
    case "\\U":
      return parseHex(reader, token, 8, index);
    case "\\N":
      return fail("named characters (\\N{…}) are not supported", index);
    default:
      return /^\\[A-Za-z]/.test(token) ? unknownEscape(token, index) : (token.codePointAt(1) ?? 0);
  }
}

function parseHex(reader: Reader, token: string, length: number, index: number): number {
  const digits = reader.takeWhile(hexDigit, length);
  if (digits.length < length) {
    fail(`the escape ${token}${digits} must have ${length} hexadecimal digits`, index);
  }
  const codePoint = parseInt(digits, 16);
  return codePoint <= lastCodePoint ? codePoint : fail(`${token}${digits} is no character`, index);
}

function characters(item: SetItem): Node {
  return { kind: "characters", set: oneOf(item) };
}

function octalValue(digits: string, index: number): number {
  const value = parseInt(digits, 8);
  return value <= 0o377 ? value : fail(`the octal escape \\${digits} is greater than \\377`, index);
}

function unknownEscape(token: string, index: number): never {
  return fail(`unknown escape ${token}`, index);
}

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
