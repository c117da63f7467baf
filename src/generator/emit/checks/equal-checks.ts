import type { Field, Name, Namespace } from "../../../ir/api.js";
import { definitionNames, type Context } from "../../facts/context.js";

/**
 * Returns the types and aliases of a namespace whose checks would be duplicates, each with the first definition that has the
 * same check. Large APIs have hundreds of types that differ only in their names.
 */
export function equalChecks(namespace: Namespace, context: Context): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const definition of definitionNames(namespace)) {
    const shape = checkShape(definition, context);
    const first = shape === undefined ? undefined : firsts.get(shape);
    if (first !== undefined) {
      copies.set(definition.name, first);
    } else if (shape !== undefined) {
      firsts.set(shape, definition.name);
    }
  }
  return copies;
}

/** Returns a string that contains everything that the check of a definition depends on; undefined for structs with subtypes. */
function checkShape(name: Name, { lookup }: Context): string | undefined {
  const definition = lookup.definition(name);
  switch (definition.kind) {
    case "alias":
      return shapeText("alias", definition.alias.type, definition.alias.redactor);
    case "struct":
    case "union":
      return definition.kind === "struct" && definition.subtypes !== undefined
        ? undefined
        : shapeText(definition.kind, ...lookup.allFields(name).map(({ field }) => fieldShape(field)));
  }
}

function shapeText(...shape: readonly unknown[]): string {
  try {
    return JSON.stringify(shape);
  } catch {
    // The shape contains a bigint. Searching for bigints first would take several times as long.
    return JSON.stringify(shape, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
  }
}

/** Returns everything that the check of a field depends on. */
function fieldShape({ name, type, default: byDefault, omittedCaller, redactor, catchAll }: Field): unknown {
  // An object, because JSON converts undefined in lists to null, which is a different default.
  return { name, type, byDefault, omittedCaller, redactor, catchAll };
}
