import type { Rule } from "../rule.js";
export const nullableAlias: Rule = {
  id: "nullable-alias",
  recommended: "warn",
  strict: "warn",
  summary: "A field whose type is an alias of a nullable type",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type } = field.field;
      if (field.owner.type.kind === "struct" && type.kind === "ref" && lookup.isNullable(type)) {
        report(
          field,
          `'${name}' counts as required, because its type '${type.name}' is only an alias of a nullable type.`,
          {
            help: "Remove the `?` from the alias, and write it after the type of the field.",
          },
        );
      }
    }
  },
};
