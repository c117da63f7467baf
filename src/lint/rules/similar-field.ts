import type { Rule } from "../rule.js";
import type { LintedField } from "../project.js";
import { reportMinority } from "../report-minority.js";

export const similarField: Rule = {
  id: "similar-field",
  recommended: "warn",
  strict: "warn",
  summary: "Two fields of a namespace whose names differ only in underscores or case",
  check({ fields }, report) {
    const groups = new Map<string, LintedField[]>();
    for (const field of fields) {
      const key = `${field.owner.namespace} ${field.owner.type.kind} ${field.field.name.replaceAll("_", "").toLowerCase()}`;
      const group = groups.get(key);
      if (group === undefined) {
        groups.set(key, [field]);
      } else {
        group.push(field);
      }
    }
    for (const group of groups.values()) {
      reportMinority(
        group,
        ({ field }) => field.name,
        (field, common) => {
          report(field, `'${field.field.name}' is spelled '${common}' elsewhere in the namespace.`, {
            help: "Use one spelling, unless the name is already part of messages.",
          });
        },
      );
    }
  },
};
