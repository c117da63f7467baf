import type { Rule } from "../rule.js";
import { isHazardousAsWritten } from "../../patterns/hazard.js";
import { isProblem, parsePattern } from "../../patterns/parse.js";
import { remembered } from "../../patterns/remembered.js";
import { runtimeForm } from "../../patterns/runtime-form.js";
import { writtenPatterns } from "../written-parts.js";

/** Whether a translatable pattern may take very long. For other patterns, the compiler reports a warning. */
const isHazardous = remembered((pattern): boolean => {
  const parsed = parsePattern(pattern);
  return !isProblem(parsed) && runtimeForm(pattern).kind !== "refused" && isHazardousAsWritten(parsed);
});

export const patternHazard: Rule = {
  id: "pattern-hazard",
  recommended: "warn",
  strict: "warn",
  summary: "A pattern whose matching may take very long",
  check(project, report) {
    for (const { subject, pattern } of project.get(writtenPatterns)) {
      if (isHazardous(pattern)) {
        report(subject, `Matching the pattern '${pattern}' by backtracking may take very long.`, {
          help: "Avoid repetitions in repetitions, and alternatives that overlap or begin alike.",
        });
      }
    }
  },
};
