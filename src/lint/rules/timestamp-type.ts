import type { Rule } from "../rule.js";
const names = /(?:_(?:at|date|time)|(?:^|_)(?:timestamp|created|modified|expires|expiry|deadline))$/;
const kinds = ["string", "int32", "uint32", "int64", "uint64", "float32", "float64"];

export const timestampType: Rule = {
  id: "timestamp-type",
  recommended: "warn",
  strict: "warn",
  summary: "A point in time that is a string, an integer or a float",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type } = field.field;
      const { kind } = lookup.bare(type);
      if (names.test(name) && kinds.includes(kind)) {
        report(field, `'${name}' sounds like a point in time, but is no Timestamp.`, {
          help: 'Use a Timestamp such as `Timestamp("%Y-%m-%dT%H:%M:%SZ")` in new fields. In old ones that changes messages.',
        });
      }
    }
  },
};
