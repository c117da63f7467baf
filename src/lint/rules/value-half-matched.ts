import type { Rule } from "../rule.js";
import { isProblem, parsePattern } from "../../patterns/parse.js";
import { matchesAtStart } from "../../patterns/match.js";
import { writtenStrings } from "../written-parts.js";

export const valueHalfMatched: Rule = {
  id: "value-half-matched",
  recommended: "error",
  strict: "error",
  summary: "An example or default that its pattern matches only at the start",
  check(project, report) {
    /** Pattern to the function that matches whole values. */
    const known = new Map<string, (text: string) => boolean>();
    for (const { subject, type, text } of project.get(writtenStrings)) {
      const { pattern = "" } = type ?? {};
      const fits = known.get(pattern) ?? fitsWhole(pattern);
      known.set(pattern, fits);
      if (pattern !== "" && !fits(text)) {
        report(subject, `'${text}' matches the pattern '${pattern}' only at its start.`, {
          help: "It compiles, but is refused at run time, where the whole value must match.",
        });
      }
    }
  },
};

function fitsWhole(pattern: string): (text: string) => boolean {
  const parsed = parsePattern(`(?:${pattern})\\Z`);
  return (text) => isProblem(parsed) || matchesAtStart(parsed, text);
}
