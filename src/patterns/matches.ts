import { matchStart } from "./match.js";
import { isProblem, parsePattern } from "./parse.js";
import type { Pattern } from "./tree.js";

/**
 * Whether a pattern matches at the start of a text, as required for defaults, examples and attributes (TYPE-8). Also
 * true if checking it would take too long.
 */
export function matchesAtStart(pattern: Pattern, text: string): boolean {
  return matchStart(pattern, text) !== "no match";
}

/** Whether a pattern matches a whole text, as readers require. Also true if the pattern is invalid or checking takes too long. */
export function matchesWhole(pattern: string, text: string): boolean {
  const parsed = parsePattern(`(?:${pattern})\\Z`);
  return isProblem(parsed) || matchesAtStart(parsed, text);
}
