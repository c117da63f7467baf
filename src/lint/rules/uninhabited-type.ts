import type { Rule } from "../rule.js";
import { uninhabitedTypes } from "../uninhabited.js";

export const uninhabitedType: Rule = {
  id: "uninhabited-type",
  recommended: "error",
  strict: "error",
  summary: "A struct that requires a value of its own type",
  check(project, report) {
    const uninhabited = project.get(uninhabitedTypes);
    for (const type of project.types) {
      if (uninhabited.has(type.target)) {
        report(type, `'${type.name}' has no finite value, because it requires a value of its own type.`, {
          help: "Make one of the required fields on the way nullable.",
        });
      }
    }
  },
};
