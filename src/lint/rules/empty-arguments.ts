import type { Rule } from "../rule.js";
import { writtenTypes } from "../written-parts.js";

export const emptyArguments: Rule = {
  id: "empty-arguments",
  recommended: "info",
  strict: "info",
  summary: "Parentheses without arguments after a type",
  check(project, report) {
    for (const { subject, type } of project.get(writtenTypes)) {
      if (type.args?.length === 0) {
        const { source, end } = type.span;
        const [parens] = /^\s*\(\s*\)/.exec(source.text.slice(end)) ?? [];
        const span = { source, start: end, end: end + (parens?.length ?? 0) };
        report(subject, `'${type.name.text}' has parentheses without arguments.`, {
          span: type.span,
          ...(parens !== undefined && {
            fix: { title: "Remove the parentheses", safe: true, changes: [{ span, text: "" }] },
          }),
        });
      }
    }
  },
};
