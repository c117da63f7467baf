import type * as ast from "../../syntax/ast.js";
import type { Names } from "../symbols/names.js";

/** Whether an annotation below a field marks it as deprecated. */
export function isDeprecatedField(field: ast.Field, namespace: string, names: Names): boolean {
  return field.annotations.some(({ qualifier, name }) => {
    const node = names.definition(qualifier?.text ?? namespace, name.text)?.node;
    return node?.kind === "annotation" && node.qualifier === undefined && node.type.text === "Deprecated";
  });
}
