import { toSnakeCase } from "../../ir/names.js";
import type { Rule } from "../rule.js";

export const idType: Rule = {
  id: "id-type",
  recommended: "info",
  strict: "warn",
  summary: "An id that is an integer",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type } = field.field;
      const bare = lookup.bare(type);
      const { kind } = bare.kind === "list" ? lookup.bare(bare.of) : bare;
      if (/_ids?$/.test(toSnakeCase(name)) && /^u?int(?:32|64)$/.test(kind)) {
        report(field, `The id '${name}' is an integer.`, {
          help: "Use a string: nobody calculates with ids, and JavaScript cannot represent large integers exactly.",
        });
      }
    }
  },
};
