import { withValueAt } from "../../../templates/runtime/arbitraries/value-at.js";
import type { Json, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { synthesize } from "../../values/synthesize.js";
import { isDuration } from "./field-meaning.js";
import { isMembers, own, placesIn, type Place } from "./places.js";
import { seemsIdentity } from "./value-keys.js";

/** Returns the argument with small values for absent fields, except for fields that may name something. */
export function filled(json: Json, type: Type, lookup: Lookup): Json {
  let whole = json;
  for (const place of placesIn(json, type, lookup)) {
    const { path, json: members } = place;
    const struct = structOf(place, lookup);
    if (struct === undefined || !isMembers(members)) {
      continue;
    }
    for (const { field } of lookup.allFields(struct)) {
      const bare = lookup.bare(field.type);
      const mayName =
        field.name === "cursor" || isDuration(field) || seemsIdentity({ ...place, type: bare, field, aliases: [] });
      const value =
        own(members, field.name) === undefined && !mayName
          ? synthesize(lookup.withoutNull(field.type), lookup)
          : undefined;
      whole = value === undefined ? whole : withValueAt(whole, [...path, field.name], value);
    }
  }
  return whole;
}

function structOf({ type, json }: Place, lookup: Lookup): Parameters<Lookup["allFields"]>[0] | undefined {
  if (type.kind !== "ref") {
    return undefined;
  }
  const definition = lookup.definition(type);
  if (definition.kind === "union") {
    const tag = isMembers(json) ? json[".tag"] : undefined;
    const field = lookup.field(type, tag)?.field;
    return field && lookup.plainStruct(lookup.withoutNull(field.type))?.name;
  }
  return definition.kind === "struct" && definition.subtypes === undefined ? type : undefined;
}
