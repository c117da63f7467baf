import { isBuiltinType } from "../../../compiler/semantics/builtin-types.js";
import { canonicalName } from "../../../compiler/semantics/canonical-name.js";
import type { DeclaredType, Names } from "../../symbols/names.js";
import { allFields } from "../../symbols/type-lookup.js";

/**
 * Returns a name for a definition that is not used in a namespace: the wanted name, followed by a number if necessary.
 */
export function freeTypeName(wanted: string, namespace: string, names: Names): string {
  const own = names.namespaces.get(namespace);
  const taken = new Set(
    [...(own?.definitions.keys() ?? []), ...(own?.routes.keys() ?? []), ...(own?.imports.keys() ?? []), namespace].map(
      canonicalName,
    ),
  );
  return firstFree(wanted, (name) => taken.has(canonicalName(name)) || isBuiltinType(name));
}

/** Returns a field name that is not used in a struct, its ancestors and its descendants. */
export function freeFieldName(wanted: string, type: DeclaredType, names: Names): string {
  const related = [type, ...names.descendants(type)].flatMap((each) => allFields(each, names));
  const taken = new Set(related.map(({ node }) => node.name.text));
  return firstFree(wanted, (name) => taken.has(name));
}

function firstFree(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number++) {
    name = `${wanted}${number}`;
  }
  return name;
}
