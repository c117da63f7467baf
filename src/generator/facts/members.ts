import type { Field, Type } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";

/** Returns the fields of a struct, including inherited ones; empty for other types. */
export function structFields(type: Type, lookup: Lookup): readonly Field[] {
  const struct = lookup.plainStruct(type);
  return struct === undefined ? [] : lookup.allFields(struct.name).map(({ field }) => field);
}

/** Returns the tags of a union, including inherited ones; empty for other types. */
export function unionTags(type: Type, lookup: Lookup): readonly Field[] {
  const bare = lookup.withoutAliases(type);
  return bare.kind === "ref" && lookup.definition(bare).kind === "union"
    ? lookup.allFields(bare).map(({ field }) => field)
    : [];
}

/** Whether every value of a struct contains a field, for every caller. */
export function isRequired(field: Field, lookup: Lookup): boolean {
  return field.default === undefined && field.omittedCaller === undefined && !lookup.isNullable(field.type);
}
