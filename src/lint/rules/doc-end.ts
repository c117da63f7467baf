import type { Rule } from "../rule.js";
import { documents, sourceOf } from "../documents.js";

export const docEnd: Rule = {
  id: "doc-end",
  recommended: "off",
  strict: "info",
  summary: "Documentation whose last sentence has no end",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc } = documented;
      const [, text = "", lastWord = ""] =
        doc === undefined ? [] : (/^"((?:[^]*?\s)?([^\s]+?))(?:\s|(?<!\\)\\[nt])*"$/.exec(sourceOf(doc)) ?? []);
      if (doc !== undefined && text !== "" && !/[.!?:…。！？)\]}>"'`”’]$/.test(text)) {
        const { source, start } = doc.span;
        const end = start + 1 + text.length;
        report(documented, "The last sentence does not end.", {
          help: "End it with a full stop.",
          span: { source, start: end - lastWord.length, end },
          fix: { title: "Add a full stop", safe: true, changes: [{ span: { source, start: end, end }, text: "." }] },
        });
      }
    }
  },
};
