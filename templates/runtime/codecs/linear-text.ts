import { fail } from "./check.js";
import { matchesLinear, type LinearPattern } from "./linear-pattern.js";
import { text } from "./scalars.js";

/**
 * Like {@link text}, for a pattern that a backtracking regular expression could take too long to match. It is in a separate
 * file, so that packages without such patterns do not include it.
 */
export function textLinear(
  value: unknown,
  minLength: number | undefined,
  maxLength: number | undefined,
  pattern: LinearPattern,
  specified = "its pattern",
): string {
  const checked = text(value, minLength, maxLength);
  if (!matchesLinear(pattern, checked)) {
    fail("pattern", `a string that matches ${specified}`, "one that does not");
  }
  return checked;
}
