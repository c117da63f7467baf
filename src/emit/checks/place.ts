import type { Naming } from "../../facts/naming.js";
import type { Name, Namespace } from "../../ir/api.js";

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

/** The type of an alias. `type` is its generated name. */
export function aliasPlace(type: string): Place {
  return { name: ending(type), steps: "" };
}

/** The type of a field, which is checked in every struct that inherits it. */
export function fieldPlace(owner: Name, field: string, { name: own }: Pick<Namespace, "name">, naming: Naming): Place {
  const qualifier = owner.namespace === own ? "" : `${naming.namespace(owner.namespace)}$`;
  // Field names may contain hyphens.
  return { name: `${qualifier}${naming.type(owner)}_${ending(field.replaceAll("-", "$"))}`, steps: "" };
}

/** A part of a route whose type has no name. `stem` is the stem of its codec names: `GroupsGetInfo_Result`. */
export function routePartPlace(stem: string): Place {
  return { name: stem, steps: "" };
}

/** The items of a list, or the keys or values of a map. */
export function within({ name, steps }: Place, step: "Item" | "Key" | "Value"): Place {
  return { name, steps: `${steps}${step}` };
}

/** The name of the function or constant for a place: `checkItem_Metadata_tags`, `pattern_Path`. */
export function nameAt({ name, steps }: Place, start: "check" | "pattern"): string {
  return `${start}${steps}_${name}`;
}

/** The name of a function that checks some of the fields of a very large type. `part` counts from 1. */
export function partName(type: string, part: number): string {
  return `checkPart${part}_${ending(type)}`;
}

/** The end of a name. It differs from that of a route part, which ends in `_Arg`, `_Result` or `_Error`. */
function ending(name: string): string {
  return /^(?:Arg|Result|Error)_*$/.test(name) ? `${name}_` : name;
}
