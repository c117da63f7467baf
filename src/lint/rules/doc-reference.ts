import type { Rule } from "../rule.js";
import { writtenDocReference } from "../../compiler/semantics/doc-text.js";
import { documents, sourceOf, spanOfWords } from "../documents.js";
import { unresolvedReferences } from "../doc-references.js";

export const docReference: Rule = {
  id: "doc-reference",
  recommended: "warn",
  strict: "warn",
  summary: "A reference in documentation that does not resolve where the compiler does not look",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc } = documented;
      const unresolved = unresolvedReferences(documented, project);
      for (const { 0: reference, index } of doc === undefined ? [] : sourceOf(doc).matchAll(writtenDocReference)) {
        const text = reference.replace(/\s*\n\s*/g, " ");
        if (doc !== undefined && unresolved.has(text)) {
          report(documented, `${text} does not resolve.`, spanOfWords(doc, index, reference));
        }
      }
    }
  },
};
