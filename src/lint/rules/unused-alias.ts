import type { Rule } from "../rule.js";
import { usedNames } from "../uses.js";

export const unusedAlias: Rule = {
  id: "unused-alias",
  recommended: "warn",
  strict: "warn",
  summary: "An alias that nothing refers to",
  check(project, report) {
    const used = project.get(usedNames);
    for (const alias of project.aliases) {
      if (!used.type.has(alias.target)) {
        report(alias, `Alias '${alias.alias.name}' is not used.`);
      }
    }
  },
};
