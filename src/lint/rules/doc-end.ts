import type { Rule } from "../rule.js";
import { documents, sourceOf } from "../documents.js";

export const docEnd: Rule = {
  id: "doc-end",
  recommended: "off",
  strict: "info",
  summary: "Documentation whose last sentence has no final punctuation",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc } = documented;
      const text = doc === undefined ? "" : withoutSpaceAtEnd(sourceOf(doc).slice(1, -1));
      if (doc !== undefined && text !== "" && !/[.!?:…。！？)\]}>"'`”’]$/.test(text)) {
        const { source, start } = doc.span;
        const end = start + 1 + text.length;
        const [lastWord = ""] = text.split(/\s/).slice(-1);
        report(documented, "The last sentence has no final punctuation.", {
          help: "End it with a full stop.",
          span: { source, start: end - lastWord.length, end },
          fix: { title: "Add a full stop", safe: true, changes: [{ span: { source, start: end, end }, text: "." }] },
        });
      }
    }
  },
};

/**
 * Returns the content of a literal without white space at its end. It uses a loop, because a single regular expression
 * would take quadratic time for repeated spaces.
 */
function withoutSpaceAtEnd(content: string): string {
  let text = content.trimEnd();
  while (/(?<!\\)\\[nt]$/.test(text.slice(-3))) {
    text = text.slice(0, -2).trimEnd();
  }
  return text;
}
