import type { Rule } from "../rule.js";
export const deprecatedRequired: Rule = {
  id: "deprecated-required",
  recommended: "info",
  strict: "info",
  summary: "A field that is deprecated and required",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type, deprecated, default: value } = field.field;
      if (field.owner.type.kind === "struct" && deprecated && value === undefined && !lookup.isNullable(type)) {
        report(field, `'${name}' is deprecated, but every message must contain it.`, {
          help: "In arguments, make it nullable or give it a default. In results, it stays until no old client is left: ignore this there.",
        });
      }
    }
  },
};
