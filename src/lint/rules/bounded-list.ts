import type { Rule } from "../rule.js";
import { reachedFromArguments } from "../route-types.js";

export const boundedList: Rule = {
  id: "bounded-list",
  recommended: "off",
  strict: "warn",
  summary: "A list in arguments without max_items",
  check(project, report) {
    const reached = project.get(reachedFromArguments);
    for (const field of project.fields) {
      const { name, type } = field.field;
      const bare = project.lookup.bare(type);
      if (
        field.owner.type.kind === "struct" &&
        reached.has(field.owner.target) &&
        bare.kind === "list" &&
        bare.maxItems === undefined
      ) {
        report(field, `The list '${name}' in arguments has no limit.`, { help: "Add `max_items`." });
      }
    }
  },
};
