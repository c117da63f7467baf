import type { Rule } from "../rule.js";
import { documents, sourceOf, spanOfWords } from "../documents.js";

const articles = ["a", "an", "the"];

export const docRepeatsName: Rule = {
  id: "doc-repeats-name",
  recommended: "off",
  strict: "info",
  summary: "Documentation that only repeats the name",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc, name } = documented;
      if (doc !== undefined) {
        const known = new Set([...articles, ...wordsOf(name)]);
        const words = wordsOf(doc.text);
        if (words.length > 0 && words.every((word) => known.has(word))) {
          report(
            documented,
            `The documentation of '${name}' says no more than its name.`,
            spanOfWords(doc, 0, sourceOf(doc)),
          );
        }
      }
    }
  },
};

/** Returns the words of a text or a name, in lower case. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
