import { toSnakeCase } from "../../ir/names.js";
import type { Rule } from "../rule.js";

const names = /(?:^|_)(?:amount|price|cost|balance|fee)s?$/;

export const moneyType: Rule = {
  id: "money-type",
  recommended: "warn",
  strict: "warn",
  summary: "An amount of money that is a float",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type } = field.field;
      const { kind } = lookup.bare(type);
      if (names.test(toSnakeCase(name)) && (kind === "float32" || kind === "float64")) {
        report(field, `'${name}' is a float, which cannot represent most decimal fractions.`, {
          help: "Use an integer of the smallest unit, or a string.",
        });
      }
    }
  },
};
