import type { Rule } from "../rule.js";
import { writtenPatterns } from "../written-parts.js";

export const enumAsString: Rule = {
  id: "enum-as-string",
  recommended: "info",
  strict: "warn",
  summary: "A pattern that is only an alternation of words",
  check(project, report) {
    for (const { subject, pattern } of project.get(writtenPatterns)) {
      const words = pattern.replace(/^\^?(?:\((?:\?:)?(.*)\)|(.*?))\$?$/, "$1$2");
      if (/^[\w-]+(?:\|[\w-]+)+$/.test(words)) {
        report(subject, `The pattern '${pattern}' lists words.`, {
          help: "Use a union in new declarations. In existing ones, that would change messages.",
        });
      }
    }
  },
};
