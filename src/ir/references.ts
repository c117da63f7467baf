import type { Alias, Name, Struct, Type, Union } from "./api.js";
import { partsOf } from "./kinds.js";
import { qualified } from "./names.js";
import type { AliasEntry, Lookup } from "./walk.js";

/** Returns the types and aliases that a definition refers to directly; a name may occur several times. */
export function namesInDefinition(definition: Alias | AliasEntry | Struct | Union): readonly Name[] {
  if ("alias" in definition) {
    return namesInType(definition.alias.type);
  }
  if ("type" in definition) {
    return namesInType(definition.type);
  }
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags.map(({ type }) => type) ?? []) : [];
  const parents = definition.parent === undefined ? [] : [definition.parent];
  return [...parents, ...subtypes, ...definition.fields.flatMap(({ type }) => namesInType(type))];
}

/** Returns the types and aliases that a type names directly. */
export function namesInType(type: Type): readonly Name[] {
  return type.kind === "ref" ? [type] : partsOf(type).flatMap(namesInType);
}

/**
 * Returns the names that can be reached from others, which come first. `next` returns the names that a name refers to
 * directly. Each name is visited once, because types and aliases may be recursive.
 */
export function reachableNames(names: readonly Name[], next: (name: Name) => readonly Name[]): readonly Name[] {
  const reached = new Map(names.map((name) => [qualified(name), name]));
  // Iterating over a map includes the entries added during the iteration.
  for (const name of reached.values()) {
    for (const other of next(name)) {
      const key = qualified(other);
      if (!reached.has(key)) {
        reached.set(key, other);
      }
    }
  }
  return [...reached.values()];
}

/** Returns the types and aliases that a type names, directly or through aliases. */
export function namesThroughAliases(type: Type, lookup: Lookup): readonly Name[] {
  return reachableNames(namesInType(type), (name) => {
    const definition = lookup.definition(name);
    return definition.kind === "alias" ? namesInType(definition.alias.type) : [];
  });
}

/** Whether a type names an alias with a redactor, directly or through aliases. */
export function namesRedactedAlias(type: Type, lookup: Lookup): boolean {
  return namesThroughAliases(type, lookup).some((name) => {
    const definition = lookup.definition(name);
    return definition.kind === "alias" && definition.alias.redactor !== undefined;
  });
}
