import type { Rule } from "../rule.js";
import { matchesName } from "../../ir/names.js";
import type { Type } from "../../ir/api.js";
import { reach, reachedFromRoutes } from "../route-types.js";
import type { Subject } from "../project.js";

export const unusedType: Rule = {
  id: "unused-type",
  recommended: "warn",
  strict: "warn",
  summary: "A struct or union that no route needs",
  options: { roots: [] },
  check(project, report, { roots }) {
    const patterns = Array.isArray(roots) ? roots.map(String) : [];
    const isRoot = ({ target }: Subject): boolean => patterns.some((pattern) => matchesName(pattern, target));
    const used = project.get(reachedFromRoutes);
    const alsoUsed = reach(project, [
      ...project.types.filter(isRoot).map(({ namespace, name }): Type => ({ kind: "ref", namespace, name })),
      ...project.aliases.filter(isRoot).map(({ alias }) => alias.type),
    ]);
    for (const type of project.types) {
      if (!used.has(type.target) && !alsoUsed.has(type.target)) {
        report(type, `'${type.name}' is not used by any route.`, {
          help: "Remove it, or name it in the option 'roots' of this rule.",
        });
      }
    }
  },
};
