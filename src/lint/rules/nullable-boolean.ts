import type { Rule } from "../rule.js";
export const nullableBoolean: Rule = {
  id: "nullable-boolean",
  recommended: "off",
  strict: "info",
  summary: "A Boolean with three states",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type } = field.field;
      const bare = lookup.withoutAliases(type);
      if (bare.kind === "nullable" && lookup.withoutAliases(bare.of).kind === "boolean") {
        report(field, `'${name}' is true, false or absent.`, { help: "Give it a default, or use a union." });
      }
    }
  },
};
