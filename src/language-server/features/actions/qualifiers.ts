import type * as ast from "../../../syntax/ast.js";
import type { Names } from "../../symbols/names.js";
import { visitItem } from "../../symbols/occurrences.js";

/** Returns the namespaces that are used as qualifiers in items of a namespace. */
export function qualifiersIn(items: readonly ast.Item[], namespace: string, names: Names): Set<string> {
  const found = new Set<string>();
  for (const item of items) {
    visitItem(item, {
      namespace,
      names,
      visit: ({ role, text, resolve }) => {
        if (role === "qualifier" || (role === "documentation" && resolve()?.kind === "namespace")) {
          found.add(text);
        }
      },
    });
  }
  return found;
}
