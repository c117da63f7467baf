import type { Rule } from "../rule.js";
export const safeInteger: Rule = {
  id: "safe-integer",
  recommended: "off",
  strict: "info",
  summary: "A 64-bit integer without a bound that JavaScript can represent",
  check({ fields, lookup }, report) {
    for (const field of fields) {
      const { name, type } = field.field;
      const bare = lookup.bare(type);
      if (
        (bare.kind === "int64" && !(isSafe(bare.min) && isSafe(bare.max))) ||
        (bare.kind === "uint64" && !isSafe(bare.max))
      ) {
        report(field, `'${name}' may have values that a JavaScript number cannot represent.`, {
          help: `Add \`max_value=${Number.MAX_SAFE_INTEGER}\` or less${bare.kind === "int64" ? ", and a `min_value`" : ""}.`,
        });
      }
    }
  },
};

function isSafe(limit: number | bigint | undefined): boolean {
  return typeof limit === "number" && Number.isSafeInteger(limit);
}
