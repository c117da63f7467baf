import type { Field, Namespace } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { nameIn } from "../../facts/context.js";

/**
 * The types and aliases of a namespace whose checks would be duplicates, each with the first one that has the same
 * check. Large APIs have hundreds of types that differ only in their names.
 */
export function equalChecks(namespace: Namespace, lookup: Lookup): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  const copies = new Map<string, string>();
  const add = (name: string, ...shape: readonly unknown[]): void => {
    const text = JSON.stringify(shape, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
    const first = firsts.get(text);
    if (first === undefined) {
      firsts.set(text, name);
    } else {
      copies.set(name, first);
    }
  };
  for (const { name, type, redactor } of namespace.aliases) {
    add(name, "alias", type, redactor);
  }
  for (const type of namespace.types) {
    if (type.kind === "union" || type.subtypes === undefined) {
      const fields = lookup.allFields(nameIn(namespace, type.name));
      add(type.name, type.kind, ...fields.map(({ field }) => fieldShape(field)));
    }
  }
  return copies;
}

/** Everything that the check of a field depends on. */
function fieldShape({ name, type, default: byDefault, omittedCaller, redactor, catchAll }: Field): unknown {
  // An object, because JSON converts undefined in lists to null, which is a different default.
  return { name, type, byDefault, omittedCaller, redactor, catchAll };
}
