import type { Rule } from "../rule.js";
import { matchesName } from "../../ir/matches-name.js";
import type { Type } from "../../ir/api.js";
import { reach, reachedFromRoutes } from "../reach.js";

export const unusedType: Rule = {
  id: "unused-type",
  recommended: "warn",
  strict: "warn",
  summary: "A struct or union that no route needs",
  options: { roots: [] },
  check(project, report, { roots }) {
    const patterns = Array.isArray(roots) ? roots.map(String) : [];
    const kept = project.types.filter(({ target }) => patterns.some((pattern) => matchesName(pattern, target)));
    const used = project.get(reachedFromRoutes);
    const alsoUsed = reach(
      project,
      kept.map(({ namespace, name }): Type => ({ kind: "ref", namespace, name })),
    );
    for (const type of project.types) {
      if (!used.has(type.target) && !alsoUsed.has(type.target)) {
        report(type, `'${type.name}' is not used by any route.`, {
          help: "Remove it, or name it in the option 'roots' of this rule.",
        });
      }
    }
  },
};
