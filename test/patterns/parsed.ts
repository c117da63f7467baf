import { isProblem, parsePattern } from "../../src/patterns/parse.js";
import type { Pattern } from "../../src/patterns/tree.js";

/** The tree of a pattern that must be valid. */
export function parsed(source: string): Pattern {
  const pattern = parsePattern(source);
  if (isProblem(pattern)) {
    throw new Error(`${source} is no pattern: ${pattern.problem} at ${pattern.index}.`);
  }
  return pattern;
}
