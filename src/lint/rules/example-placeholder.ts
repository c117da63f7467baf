import type { Rule } from "../rule.js";
import { writtenStrings } from "../written-parts.js";

const placeholder = /^(?:foo|bar|baz|test|string|xxx|abc|lorem\b.*)$/i;

export const examplePlaceholder: Rule = {
  id: "example-placeholder",
  recommended: "off",
  strict: "info",
  summary: "A string such as foo or test in an example",
  check(project, report) {
    for (const { subject, text, isExample } of project.get(writtenStrings)) {
      if (isExample && placeholder.test(text)) {
        report(subject, `'${text}' says nothing about what belongs here.`, { help: "Use a realistic value." });
      }
    }
  },
};
