import type { CharacterClass, CharacterRange, CharacterSet } from "./characters/character-set.js";
import { minus } from "./characters/symbols.js";
import { toCodePoints, allCodePoints, type CodePoints } from "./characters/unicode.js";
import { isProblem, parsePattern } from "./parse.js";
import { remembered } from "./remembered.js";
import { isUntranslatable, portable } from "./translation/portable.js";
import { printCharacter, print, type Syntax } from "./translation/print.js";
import { childNodes, type Node, type Place } from "./tree.js";

/** A pattern for validators of other languages. */
interface ExportedForm {
  /** A regular expression that matches whole strings, in JavaScript with the flag `u` and in Python. */
  readonly source: string;
  /**
   * Whether the source contains only the syntax that JSON Schema recommends: characters, sets, repetitions, groups,
   * alternatives and the two anchors. Linear-time engines such as RE2 support only these, and at most 1,000
   * repetitions.
   */
  readonly isPortable: boolean;
}

/**
 * The form of a pattern for export; undefined for the empty pattern, which is ignored (TYPE-7). Throws an Error for a
 * pattern that `runtimeForm` refuses.
 */
export const exportedForm: (source: string) => ExportedForm | undefined = remembered((source) => {
  if (source === "") {
    return undefined;
  }
  const pattern = parsePattern(source);
  const node = isProblem(pattern) ? undefined : portable(pattern, "whole");
  if (node === undefined || isUntranslatable(node)) {
    throw new Error(`The pattern ${source} cannot be translated, which has been checked before.`);
  }
  const printed = print(node, commonSyntax);
  return {
    source: node.kind === "alternation" ? `^(?:${printed})$` : `^${printed}$`,
    isPortable: isPortable(node, maxTurns),
  };
});

/** The maximum number of repetitions of a part, which is the product of all nested repetitions. */
const maxTurns = 1000;

function isPortable(node: Node, turns: number): boolean {
  const areChildren = (left: number): boolean => childNodes(node).every((child) => isPortable(child, left));
  switch (node.kind) {
    case "characters":
      return !hasSurrogate(toCodePoints(node.set));
    case "sequence":
    case "alternation":
    case "group":
      return areChildren(turns);
    case "repeat": {
      const most = node.max === Infinity ? node.min : node.max;
      return most <= turns && areChildren(turns / Math.max(most, 1));
    }
    case "assertion":
      return node.at === "start";
    case "look":
    case "atomic":
    case "reference":
    case "conditional":
      return false;
  }
}

/**
 * The syntax of regular expressions that mean the same in Python and in JavaScript with the flag `u`. Classes are
 * expanded, because `\w` and `.` differ. The end is a look-ahead, because Python's `$` also matches before a line feed
 * at the end of the string.
 */
const commonSyntax: Syntax = { set: printSet, place: printPlace };

const any = String.raw`[\s\S]`;
const end = `(?!${any})`;

function printSet(set: CharacterSet): string {
  const codePoints = toCodePoints(set);
  const others = minus(allCodePoints, codePoints);
  const [only] = codePoints;
  if (only === undefined) {
    return String.raw`[^\s\S]`;
  }
  if (others.length === 0) {
    return any;
  }
  if (codePoints.length === 1 && only.from === only.to && !isSurrogate(only.from)) {
    return printCharacter(only.from, /[$()*+.?[\\\]^{|}]/, printEscape);
  }
  return others.length < codePoints.length ? `[^${printRanges(others)}]` : `[${printRanges(codePoints)}]`;
}

function printRanges(codePoints: CodePoints): string {
  // In descending order, no high surrogate precedes a low one, so that no pair of them becomes one character.
  return (hasSurrogate(codePoints) ? codePoints.toReversed() : codePoints).map(printRange).join("");
}

function printRange({ from, to }: CharacterRange): string {
  const print = (codePoint: number): string => printCharacter(codePoint, /[-[\\\]^]/, printEscape);
  return from === to ? print(from) : `${print(from)}${to === from + 1 ? "" : "-"}${print(to)}`;
}

/**
 * Returns a character as an escape if necessary. Above U+00FF, only surrogates are escaped, because engines have
 * different escapes for other characters.
 */
function printEscape(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint <= 0xff) {
    return `\\x${hex.padStart(2, "0")}`;
  }
  return isSurrogate(codePoint) ? `\\u${hex}` : String.fromCodePoint(codePoint);
}

/** Whether a range starts or ends with a surrogate, which UTF-8 strings cannot contain. */
function hasSurrogate(codePoints: CodePoints): boolean {
  return codePoints.some(({ from, to }) => isSurrogate(from) || isSurrogate(to));
}

function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff;
}

function printPlace(place: Place): string {
  switch (place) {
    case "start":
      return "^";
    case "end":
      return end;
    case "last line end":
      return `(?=\\n?${end})`;
    case "line start":
      return "(?<![^\\n])";
    case "line end":
      return "(?![^\\n])";
    case "word boundary":
    case "ascii word boundary": {
      const word = printWord(place);
      return `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
    }
    case "no word boundary":
    case "no ascii word boundary": {
      // In Python, `\B` does not match in the empty string.
      const word = printWord(place);
      return `(?!^${end})(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`;
    }
  }
}

function printWord(place: Place): string {
  const word: CharacterClass = { kind: "class", name: "word", negated: false, ascii: place.includes("ascii") };
  return printSet({ negated: false, items: [word] });
}
