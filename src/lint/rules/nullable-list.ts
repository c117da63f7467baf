import type { Rule } from "../rule.js";
export const nullableList: Rule = {
  id: "nullable-list",
  recommended: "off",
  strict: "info",
  summary: "A list or map that can be absent as well as empty",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type } = field.field;
      const bare = lookup.withoutAliases(type);
      const inner = bare.kind === "nullable" ? lookup.withoutAliases(bare.of).kind : undefined;
      if (inner === "list" || inner === "map") {
        report(field, `'${name}' can be empty or absent.`, { help: "Remove the `?` if both mean the same." });
      }
    }
  },
};
