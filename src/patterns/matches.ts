import { matchStart } from "./match.js";
import { isProblem, parsePattern } from "./parse.js";
import type { Pattern } from "./tree.js";

/**
 * Whether a pattern matches at the start of a text, as it must for defaults, examples and attributes (TYPE-8). A text
 * for which that takes too long to find out counts as one that matches.
 */
export function matchesAtStart(pattern: Pattern, text: string): boolean {
  return matchStart(pattern, text) !== "no match";
}

/** Whether a pattern matches all of a text, as readers want it; true for one that is wrong or takes too long. */
export function matchesWhole(pattern: string, text: string): boolean {
  const parsed = parsePattern(`(?:${pattern})\\Z`);
  return isProblem(parsed) || matchesAtStart(parsed, text);
}
