import type { Place, Node, Pattern } from "../tree.js";
import { measureWidth } from "../width.js";
import { isUntranslatable, portable, type Mode, type Untranslatable } from "./portable.js";
import { printSet, print, type Syntax } from "./print.js";

const word = String.raw`[\p{L}\p{N}_]`;

/** In Python, `\B` does not match in the empty string. */
const inText = "(?!^$)";

const places: Readonly<Record<Place, string>> = {
  start: "^",
  end: "$",
  "last line end": "(?=\\n?$)",
  "line start": "(?<![^\\n])",
  "line end": "(?![^\\n])",
  "word boundary": `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`,
  "no word boundary": `${inText}(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
  "ascii word boundary": "\\b",
  "no ascii word boundary": `${inText}\\B`,
};

/** The syntax of JavaScript with the flag `u`. */
export const javaScript: Syntax = { set: printSet, place: (place) => places[place] };

/**
 * Returns the source of a JavaScript regular expression with only the flag `u` that behaves as the pattern does in
 * Python. The source can be used in a literal. For `search`, groups have the same numbers as in Python. For other
 * modes, groups must not be read.
 */
export function toJavaScript(pattern: Pattern, mode: Mode): string | Untranslatable {
  const node = portable(pattern, mode);
  return isUntranslatable(node) ? node : printAnchored(node, mode);
}

function printAnchored(node: Node, mode: Mode): string {
  const source = print(node, javaScript);
  const enclosed = node.kind === "alternation" ? `(?:${source})` : source;
  switch (mode) {
    case "whole":
      return `^${enclosed}$`;
    case "prefix":
      return `^${enclosed}`;
    case "search":
      // V8 also searches between the two halves of a character beyond U+FFFF, where only an empty match is possible.
      return measureWidth(node).min === 0 ? `(?=[^]|$)${enclosed}` : source;
  }
}
