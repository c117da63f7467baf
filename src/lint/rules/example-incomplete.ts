import type { Rule } from "../rule.js";
export const exampleIncomplete: Rule = {
  id: "example-incomplete",
  recommended: "off",
  strict: "info",
  summary: "An optional field that no example of its struct sets",
  check({ types, lookup }, report) {
    for (const { type, fields, examples } of types) {
      if (type.kind === "struct" && examples.length > 0 && type.subtypes === undefined) {
        const set = new Set(examples.flatMap(({ entries }) => entries.map(({ name }) => name.text)));
        for (const field of fields) {
          const { name } = field.field;
          if (!set.has(name) && lookup.isNullable(field.field.type)) {
            report(field, `No example sets '${name}'.`);
          }
        }
      }
    }
  },
};
