import type { Naming } from "../../facts/naming.js";
import type { Name, Namespace } from "../../../ir/api.js";

/**
 * A place in a specification whose check needs a function or a constant of its own. The name follows from the place
 * alone, and is unique in a module.
 */
export interface Place {
  /** `Path` for an alias, `Metadata_name` for a field, `files$Metadata_name` for a field of another namespace. */
  readonly name: string;
  /** The path into its type: `ItemKey` for the keys of the maps in a list. */
  readonly steps: string;
}

/** Returns the place of an alias's type. `type` is the generated name of the alias. */
export function aliasPlace(type: string): Place {
  return { name: ending(type), steps: "" };
}

/** Returns the place of a field's type, which is checked in every struct that inherits the field. */
export function fieldPlace(owner: Name, field: string, { name: own }: Pick<Namespace, "name">, naming: Naming): Place {
  const qualifier = owner.namespace === own ? "" : `${naming.namespace(owner.namespace)}$`;
  // Field names may contain hyphens.
  return { name: `${qualifier}${naming.type(owner)}_${ending(field.replaceAll("-", "$"))}`, steps: "" };
}

/** Returns the place of a route's part whose type has no name. `stem` is the stem of its codec names: `GroupsGetInfo_Result`. */
export function routePartPlace(stem: string): Place {
  return { name: stem, steps: "" };
}

/** Returns the place of the items of a list, or of the keys or values of a map. */
export function within({ name, steps }: Place, step: "Item" | "Key" | "Value"): Place {
  return { name, steps: `${steps}${step}` };
}

/** Returns the name of the function or constant for a place: `checkItem_Metadata_tags`, `pattern_Path`. */
export function nameAt({ name, steps }: Place, start: "check" | "pattern"): string {
  return `${start}${steps}_${name}`;
}

/** Returns the name of a function that checks some of the fields of a very large type. `part` counts from 1. */
export function partName(type: string, part: number): string {
  return `checkPart${part}_${ending(type)}`;
}

/** Returns the end of a name, which must differ from that of a route part: `_Arg`, `_Result` or `_Error`. */
function ending(name: string): string {
  return /^(?:Arg|Result|Error)_*$/.test(name) ? `${name}_` : name;
}
