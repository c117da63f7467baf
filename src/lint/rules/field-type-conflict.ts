import type { Rule } from "../rule.js";
import { builtinNames, isPrimitive } from "../../ir/kinds.js";
import type { LintedField } from "../project.js";
import { reportMinority } from "../report-minority.js";

export const fieldTypeConflict: Rule = {
  id: "field-type-conflict",
  recommended: "warn",
  strict: "warn",
  summary: "Fields of one name that have different primitive types",
  check({ fields, lookup }, report) {
    const groups = new Map<string, LintedField[]>();
    const typeName = ({ field }: LintedField): string => {
      const type = lookup.bare(field.type);
      return isPrimitive(type) ? builtinNames[type.kind] : "";
    };
    for (const field of fields) {
      if (field.owner.type.kind === "struct" && typeName(field) !== "") {
        const key = `${field.owner.namespace} ${field.field.name}`;
        const group = groups.get(key);
        if (group === undefined) {
          groups.set(key, [field]);
        } else {
          group.push(field);
        }
      }
    }
    for (const group of groups.values()) {
      reportMinority(group, typeName, (linted, common) => {
        report(linted, `'${linted.field.name}' is ${typeName(linted)} here, and ${common} elsewhere in the namespace.`);
      });
    }
  },
};
