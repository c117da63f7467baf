import type { Rule } from "../rule.js";
import { writtenPatterns } from "../written-parts.js";

export const patternAnchor: Rule = {
  id: "pattern-anchor",
  recommended: "info",
  strict: "info",
  summary: "A pattern that begins with ^, which has no meaning",
  check(project, report) {
    for (const { subject, pattern, literal } of project.get(writtenPatterns)) {
      if (pattern.startsWith("^")) {
        const { source, start, end } = literal.span;
        const at = source.text.indexOf("^", start);
        const isPlain = at === start + 1 && at < end;
        report(
          subject,
          `The pattern '${pattern}' begins with '^', which has no meaning: patterns match whole values.`,
          {
            ...(isPlain && {
              fix: {
                title: "Remove the '^'",
                safe: true,
                changes: [{ span: { source, start: at, end: at + 1 }, text: "" }],
              },
            }),
          },
        );
      }
    }
  },
};
