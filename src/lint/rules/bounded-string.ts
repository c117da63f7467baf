import type { Rule } from "../rule.js";
import { reachedFromArguments } from "../route-types.js";

export const boundedString: Rule = {
  id: "bounded-string",
  recommended: "off",
  strict: "warn",
  summary: "A string in arguments without max_length or pattern",
  check(project, report) {
    const reached = project.get(reachedFromArguments);
    for (const field of project.fields) {
      const { name, type } = field.field;
      const bare = project.lookup.bare(type);
      const isBounded = bare.kind === "string" && (bare.maxLength !== undefined || (bare.pattern ?? "") !== "");
      if (
        field.owner.type.kind === "struct" &&
        reached.has(field.owner.target) &&
        bare.kind === "string" &&
        !isBounded
      ) {
        report(field, `The string '${name}' in arguments has no limit.`, { help: "Add `max_length` or `pattern`." });
      }
    }
  },
};
