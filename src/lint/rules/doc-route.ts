import type { Rule } from "../rule.js";
import { documents, isDocumented } from "../documents.js";

export const docRoute: Rule = {
  id: "doc-route",
  recommended: "warn",
  strict: "warn",
  summary: "A route without documentation",
  check(project, report) {
    for (const documented of project.get(documents)) {
      if (documented.kind === "route" && !isDocumented(documented)) {
        report(documented, `Route '${documented.name}' has no documentation.`);
      }
    }
  },
};
