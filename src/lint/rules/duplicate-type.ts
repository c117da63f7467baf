import type { Rule } from "../rule.js";
import { compareSpans, type LintedType } from "../project.js";

export const duplicateType: Rule = {
  id: "duplicate-type",
  recommended: "off",
  strict: "info",
  summary: "Two equal types in a namespace",
  check({ types }, report) {
    const first = new Map<string, LintedType>();
    for (const type of types.toSorted((a, b) => compareSpans(a.span, b.span))) {
      const { kind, parent, fields } = type.type;
      const own = fields.filter(({ catchAll }) => !catchAll);
      if (parent !== undefined || own.length < (kind === "struct" ? 2 : 3)) {
        continue;
      }
      const shape = JSON.stringify(
        [type.namespace, kind, fields.map(({ name, type: of }) => [name, of])],
        (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value),
      );
      const equal = first.get(shape);
      if (equal === undefined) {
        first.set(shape, type);
      } else {
        report(type, `'${type.name}' is equal to '${equal.name}'.`, {
          help: "Use one of them, if they mean the same.",
        });
      }
    }
  },
};
