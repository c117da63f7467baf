import type { Rule } from "../rule.js";
import { documents, isDocumented } from "../documents.js";

export const docType: Rule = {
  id: "doc-type",
  recommended: "off",
  strict: "warn",
  summary: "A struct, union or alias without documentation",
  options: { kinds: ["struct", "union", "alias"] },
  check(project, report, { kinds = [] }) {
    for (const documented of project.get(documents)) {
      if (
        ["struct", "union", "alias"].includes(documented.kind) &&
        isIn(kinds, documented.kind) &&
        !isDocumented(documented)
      ) {
        report(documented, `'${documented.name}' has no documentation.`);
      }
    }
  },
};

function isIn(list: unknown, name: string): boolean {
  return Array.isArray(list) && list.includes(name);
}
