import type { Rule } from "../rule.js";
import { splitBranches, writtenPatterns } from "../written-parts.js";

export const patternHalfAnchored: Rule = {
  id: "pattern-half-anchored",
  recommended: "warn",
  strict: "warn",
  summary: "An anchor in only some branches of an alternation",
  check(project, report) {
    for (const { subject, pattern } of project.get(writtenPatterns)) {
      const branches = splitBranches(pattern);
      const starts = branches.filter((branch) => branch.startsWith("^")).length;
      const ends = branches.filter((branch) => /(?<!\\)(?:\\\\)*\$$/.test(branch)).length;
      if ([starts, ends].some((count) => count > 0 && count < branches.length)) {
        report(subject, `The pattern '${pattern}' has an anchor in only some of its branches.`, {
          help: "Put the alternation into parentheses, or remove the anchors: patterns match whole values.",
        });
      }
    }
  },
};
