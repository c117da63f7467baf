import type { Rule } from "../rule.js";
import { reachedFromRoutes } from "../route-types.js";

export const missingExample: Rule = {
  id: "missing-example",
  recommended: "info",
  strict: "warn",
  summary: "A used struct with fields and without an example",
  options: { unions: false },
  check(project, report, { unions }) {
    const used = project.get(reachedFromRoutes);
    for (const type of project.types) {
      const { kind, fields } = type.type;
      const isChecked =
        kind === "struct" ? fields.length > 0 : unions === true && fields.some(({ type: of }) => of.kind !== "void");
      if (isChecked && used.has(type.target) && type.examples.length === 0) {
        report(type, `'${type.name}' has no example.`);
      }
    }
  },
};
