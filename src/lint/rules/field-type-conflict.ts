import type { Rule } from "../rule.js";
import type { Type } from "../../ir/api.js";
import type { LintedField } from "../project.js";
import { reportMinority } from "../report-minority.js";

export const fieldTypeConflict: Rule = {
  id: "field-type-conflict",
  recommended: "warn",
  strict: "warn",
  summary: "Fields of one name that have different primitive types",
  check({ fields, lookup }, report) {
    const groups = new Map<string, LintedField[]>();
    const kindOf = ({ field }: LintedField): string => lookup.bare(field.type).kind;
    for (const field of fields) {
      if (field.owner.type.kind === "struct" && isPrimitive(kindOf(field))) {
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
      reportMinority(group, kindOf, (field, common) => {
        report(
          field,
          `'${field.field.name}' is ${nameOf(kindOf(field))} here, and ${nameOf(common)} elsewhere in the namespace.`,
        );
      });
    }
  },
};

const others: readonly string[] = ["ref", "list", "map", "void", "nullable"] satisfies Type["kind"][];

function isPrimitive(kind: string): boolean {
  return !others.includes(kind);
}

/** The name of a primitive type in Stone. */
function nameOf(kind: string): string {
  return kind.startsWith("uint") ? `UInt${kind.slice(4)}` : kind.charAt(0).toUpperCase() + kind.slice(1);
}
