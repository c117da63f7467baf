import type { Alias, Name, Struct, Type, Union } from "./api.js";
import { partsOf } from "./kinds.js";

/** Returns the types and aliases that a definition refers to directly; a name may occur several times. */
export function namesInDefinition(definition: Alias | Struct | Union): readonly Name[] {
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
