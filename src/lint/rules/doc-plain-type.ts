import type { Rule } from "../rule.js";
import { documents, plainParts, sourceOf } from "../documents.js";

/** An UpperCamelCase word of at least two humps. */
const typeWord = /(?<![\w.:/`'-])[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+(?![\w`'-]|\.\w)/g;

export const docPlainType: Rule = {
  id: "doc-plain-type",
  recommended: "info",
  strict: "info",
  summary: "The name of a type in documentation that is no reference",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc, namespace, owner } = documented;
      for (const part of doc === undefined ? [] : plainParts(sourceOf(doc))) {
        for (const { 0: word, index } of part.text.matchAll(typeWord)) {
          if (doc !== undefined && word !== owner?.name && project.type({ namespace, name: word }) !== undefined) {
            const start = doc.span.start + part.index + index;
            const span = { source: doc.span.source, start, end: start + word.length };
            const text = `:type:\`${word}\``;
            report(documented, `'${word}' is a type, but not written as a reference.`, {
              help: `Write ${text}.`,
              span,
              fix: { title: "Write a reference", safe: true, changes: [{ span, text }] },
            });
          }
        }
      }
    }
  },
};
