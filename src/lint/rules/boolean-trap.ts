import type { Rule } from "../rule.js";
import { reachedFromArguments } from "../route-types.js";

export const booleanTrap: Rule = {
  id: "boolean-trap",
  recommended: "info",
  strict: "info",
  summary: "A struct in arguments with many Booleans",
  options: { max: 2 },
  check(project, report, { max }) {
    const reached = project.get(reachedFromArguments);
    for (const type of project.types) {
      const booleans = type.type.fields.filter((field) => project.lookup.bare(field.type).kind === "boolean");
      if (type.type.kind === "struct" && reached.has(type.target) && booleans.length > Number(max)) {
        report(type, `'${type.name}' has ${booleans.length} Booleans, of which not all combinations may make sense.`, {
          help: "Consider a union.",
        });
      }
    }
  },
};
