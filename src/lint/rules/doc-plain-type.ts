import { documents, plainParts, sourceOf, wordsAt } from "../documents.js";
import type { Rule } from "../rule.js";

/** An UpperCamelCase word of at least two humps. */
const typeWord = /\b(?:[A-Z][a-z0-9]+){2,}\b/g;

export const docPlainType: Rule = {
  id: "doc-plain-type",
  recommended: "info",
  strict: "info",
  summary: "The name of a type in documentation that is not written as a reference",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc, namespace, kind, name } = documented;
      if (doc === undefined) {
        continue;
      }
      const isSelf = (word: string): boolean => (kind === "struct" || kind === "union") && word === name;
      for (const [word, [first = 0, ...others]] of findTypeWords(sourceOf(doc))) {
        if (!isSelf(word) && project.type({ namespace, name: word }) !== undefined) {
          const text = `:type:\`${word}\``;
          const { source, start } = doc.span;
          const changes = [first, ...others].map((index) => ({
            span: { source, start: start + index, end: start + index + word.length },
            text,
          }));
          report(documented, `'${word}' is a type, but is not written as a reference.`, {
            help: `Write ${text}.`,
            ...wordsAt(doc, first, word),
            fix: { title: "Write a reference", safe: true, changes },
          });
        }
      }
    }
  },
};

/** The words of a literal that may be types, with their offsets in it. */
function findTypeWords(literal: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const part of plainParts(literal)) {
    for (const { 0: word, index } of part.text.matchAll(typeWord)) {
      found.set(word, [...(found.get(word) ?? []), part.index + index]);
    }
  }
  return found;
}
