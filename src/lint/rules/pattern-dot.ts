import type { Rule } from "../rule.js";
import { hasBareDot, writtenPatterns } from "../written-parts.js";

export const patternDot: Rule = {
  id: "pattern-dot",
  recommended: "warn",
  strict: "warn",
  summary: "A bare dot between character classes, which matches any character",
  check(project, report) {
    for (const { subject, pattern } of project.get(writtenPatterns)) {
      if (hasBareDot(pattern)) {
        report(subject, `The dot in the pattern '${pattern}' matches any character.`, {
          help: "Write `\\\\.` for a dot.",
        });
      }
    }
  },
};
