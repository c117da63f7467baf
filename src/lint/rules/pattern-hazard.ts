import type { Rule } from "../rule.js";
import { backtracking } from "../../patterns/hazard.js";
import { isProblem, parsePattern } from "../../patterns/parse.js";
import { runtimeForm } from "../../patterns/runtime-form.js";
import { writtenPatterns } from "../type-refs.js";

export const patternHazard: Rule = {
  id: "pattern-hazard",
  recommended: "warn",
  strict: "warn",
  summary: "A pattern whose matching may take very long",
  check(project, report) {
    for (const { subject, pattern } of project.get(writtenPatterns)) {
      const parsed = parsePattern(pattern);
      const isTranslated = runtimeForm(pattern).kind !== "refused";
      if (!isProblem(parsed) && isTranslated && backtracking(parsed) === "hazardous") {
        report(subject, `Matching the pattern '${pattern}' by backtracking may take very long.`, {
          help: "Avoid repetitions in repetitions and alternatives that begin alike.",
        });
      }
    }
  },
};
