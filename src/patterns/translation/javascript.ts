import type { Place } from "../tree.js";
import { printSet } from "./print-set.js";
import type { Syntax } from "./print.js";

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
