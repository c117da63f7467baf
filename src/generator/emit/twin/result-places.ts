import type { Name, Type } from "../../../ir/api.js";
import type { Lookup } from "../../../ir/walk.js";

/** A struct in a result, whose fields may repeat the argument. */
export interface ResultPlace {
  /** The field of the result that contains the struct; undefined for the result itself. */
  readonly at?: string;
  /** The tag of the variant or subtype; undefined if it has none. */
  readonly tag?: string;
  readonly struct: Name;
}

/** Returns the structs of a result: the result itself or its variants, and those of the only field that contains a struct (TWIN-7). */
export function resultPlaces(type: Type, lookup: Lookup): readonly ResultPlace[] {
  const own = structsOf(type, lookup);
  const [whole] = own;
  if (whole === undefined || own.length > 1 || whole.tag !== undefined) {
    return own;
  }
  const inner = lookup.allFields(whole.struct).flatMap(({ field }) => {
    const structs = isStruct(field.type, lookup) ? structsOf(field.type, lookup) : [];
    return structs.length === 0 ? [] : [structs.map((place) => ({ at: field.name, ...place }))];
  });
  return inner.length === 1 ? [...own, ...inner.flat()] : own;
}

function isStruct(type: Type, lookup: Lookup): boolean {
  const bare = lookup.bare(type);
  return bare.kind === "ref" && lookup.definition(bare).kind === "struct";
}

function structsOf(type: Type, lookup: Lookup): readonly ResultPlace[] {
  const bare = lookup.bare(type);
  const definition = bare.kind === "ref" ? lookup.definition(bare) : undefined;
  if (bare.kind !== "ref" || definition === undefined || definition.kind === "alias") {
    return [];
  }
  if (definition.kind === "struct") {
    const { subtypes } = definition;
    return subtypes === undefined
      ? [{ struct: { namespace: bare.namespace, name: bare.name } }]
      : subtypes.tags.map(({ name, type: struct }) => ({ tag: name, struct }));
  }
  return lookup.allFields(bare).flatMap(({ field }) => {
    const struct = lookup.plainStruct(lookup.withoutNull(field.type));
    return struct === undefined ? [] : [{ tag: field.name, struct: struct.name }];
  });
}
