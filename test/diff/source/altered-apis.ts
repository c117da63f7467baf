import type { Api, Field, Name, Struct } from "../../../src/ir/api.js";
import { qualified } from "../../../src/ir/names.js";
import { Lookup } from "../../../src/ir/walk.js";
import { mapTypes } from "./map-types.js";

/**
 * Returns the API with all optional properties made required. Whether old source still compiles is checked by assigning new
 * types to old ones. A new type without a property could be assigned to an old one in which it is optional, although source that
 * reads the property no longer compiles. A tag whose value is a nullable struct becomes two variants: one with the tag and the
 * required properties of the struct, and one for null, without properties and with a tag of its own. A single variant with
 * optional properties would accept any object with the tag. On the old side, tags of type Void also get the second variant: source
 * that reads a tag without a value still compiles if the tag gets a nullable struct.
 */
export function withEveryField(api: Api, side: "old" | "new"): Api {
  const lookup = new Lookup(api);
  const present = (field: Field): Field => ({
    ...field,
    type: lookup.withoutNull(field.type),
    omittedCaller: undefined,
  });
  const variantsOf = (tag: Field): readonly Field[] => {
    const isVoid = lookup.bare(tag.type).kind === "void";
    const isNullableStruct =
      lookup.isNullable(tag.type) && lookup.plainStruct(lookup.withoutNull(tag.type)) !== undefined;
    const ofNull: Field = { ...tag, name: `${tag.name}?`, type: { kind: "void" } };
    return isNullableStruct || (isVoid && side === "old") ? [present(tag), ofNull] : [present(tag)];
  };
  return mapTypes(api, (type) =>
    type.kind === "struct"
      ? { ...type, fields: type.fields.map(present) }
      : { ...type, fields: type.fields.flatMap(variantsOf) },
  );
}

/**
 * Returns the API without the tags and subtypes that the other API does not have. Unions, and structs with subtypes, stay open only
 * if they are open in the other API. `counterparts` maps a qualified name to the type of the other API with which it is compared.
 */
export function withKnownVariants(api: Api, other: Api, counterparts: ReadonlyMap<string, Name>): Api {
  const lookup = new Lookup(api);
  const others = new Lookup(other);
  return mapTypes(api, (type, name) => {
    const counterpart = counterparts.get(qualified(name));
    if (counterpart === undefined) {
      return type;
    }
    const known = others.definition(counterpart);
    if (known.kind === "union" && type.kind === "union") {
      const tags = new Set(others.allFields(counterpart).map(({ field }) => field.name));
      const all = lookup.allFields(name).map(({ field }) => field);
      return { ...type, parent: undefined, fields: all.filter((tag) => tags.has(tag.name)) };
    }
    return known.kind === "struct" && type.kind === "struct" ? withKnownSubtypes(type, known) : type;
  });
}

function withKnownSubtypes(type: Struct, known: Struct): Struct {
  if (type.subtypes === undefined || known.subtypes === undefined) {
    return type;
  }
  const names = new Set(known.subtypes.tags.map(({ name }) => name));
  const tags = type.subtypes.tags.filter(({ name }) => names.has(name));
  return { ...type, subtypes: { ...type.subtypes, tags, closed: type.subtypes.closed || known.subtypes.closed } };
}
