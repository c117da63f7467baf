import type { Rule } from "../rule.js";
import { documents, isDocumented } from "../documents.js";

export const docField: Rule = {
  id: "doc-field",
  recommended: "off",
  strict: "warn",
  summary: "A field or tag without documentation",
  options: { tags: true },
  check(project, report, { tags }) {
    for (const documented of project.get(documents)) {
      const isChecked = documented.kind === "field" || (documented.kind === "tag" && tags !== false);
      if (isChecked && !isDocumented(documented)) {
        report(
          documented,
          `${documented.kind === "field" ? "Field" : "Tag"} '${documented.name}' has no documentation.`,
        );
      }
    }
  },
};
