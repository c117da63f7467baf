import type { Rule } from "../rule.js";
import { documents, sourceOf, spanOfWords } from "../documents.js";

export const docTodo: Rule = {
  id: "doc-todo",
  recommended: "warn",
  strict: "warn",
  summary: "TODO, FIXME, XXX or HACK in documentation, which is published",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc } = documented;
      for (const { 0: word, index } of doc === undefined
        ? []
        : sourceOf(doc).matchAll(/\b(?:TODO|FIXME|XXX|HACK)\b/g)) {
        report(documented, `'${word}' in documentation is published.`, {
          help: "Put it into a comment.",
          ...(doc && spanOfWords(doc, index, word)),
        });
      }
    }
  },
};
