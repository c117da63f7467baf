import type { Name, Type } from "../../ir/api.js";
import { qualified } from "../../ir/names.js";
import { namesInType, reachableNames } from "../../ir/references.js";
import type { Lookup } from "../../ir/walk.js";

/** Returns the types and aliases that messages of a type can contain, including the type itself, as qualified names. */
export function heldTypes(type: Type, lookup: Lookup): ReadonlySet<string> {
  return new Set(reachableNames(namesInType(type), (name) => directlyHeld(name, lookup)).map(qualified));
}

function directlyHeld(name: Name, lookup: Lookup): readonly Name[] {
  const definition = lookup.definition(name);
  if (definition.kind === "alias") {
    return namesInType(definition.alias.type);
  }
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags ?? []) : [];
  return [
    ...subtypes.map(({ type }) => type),
    ...lookup.allFields(name).flatMap(({ field }) => namesInType(field.type)),
  ];
}
