import { matchStart } from "./match.js";
import { isProblem, parsePattern } from "./parse.js";
import type { Pattern } from "./tree.js";

/**
 * Whether a pattern matches at the start of a string, as defaults, examples and attributes must (TYPE-8). Also true if
 * the check would take too long.
 */
export function matchesAtStart(pattern: Pattern, text: string): boolean {
  return matchStart(pattern, text) !== "no match";
}

/**
 * Whether a pattern matches a whole string, as readers require. Also true if the pattern is invalid or the check would
 * take too long.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  const parsed = parsePattern(`(?:${pattern})\\Z`);
  return isProblem(parsed) || matchesAtStart(parsed, text);
}
