import type { Route, Type, Name } from "../../../ir/api.js";
import { isEqual } from "../../../ir/equal.js";
import { isPrimitive } from "../../../ir/kinds.js";
import type { Lookup } from "../../../ir/walk.js";
import { structFields } from "../../facts/members.js";

/** The fields of a struct in a result that repeat the argument's fields of the same names (TWIN-7). */
export interface Echo extends Omit<ResultPlace, "struct"> {
  readonly fields: readonly string[];
}

/** Returns the fields of a route's result that repeat fields of the argument, except those in `except`. */
export function findEchoes(route: Route, lookup: Lookup, except: readonly string[]): readonly Echo[] {
  const given = new Map(structFields(route.arg, lookup).map(({ name, type }) => [name, type]));
  return resultPlaces(route.result, lookup).flatMap(({ struct, ...place }) => {
    const fields = lookup.allFields(struct).flatMap(({ field: { name, type } }) => {
      const source = given.get(name);
      return source !== undefined && !except.includes(name) && areSame(source, type, lookup) ? [name] : [];
    });
    return fields.length === 0 ? [] : [{ ...place, fields }];
  });
}

/** Whether two types are the same alias or type, or the same primitive with the same limits, regardless of nullability. */
function areSame(a: Type, b: Type, lookup: Lookup): boolean {
  const [one, other] = [withoutNullable(a, lookup), withoutNullable(b, lookup)];
  if (isEqual(one, other)) {
    return true;
  }
  const [bare, otherBare] = [lookup.withoutAliases(one), lookup.withoutAliases(other)];
  return isPrimitive(bare) && isEqual(bare, otherBare);
}

/** Returns the type without `?`. An alias is retained if it is not nullable itself. */
function withoutNullable(type: Type, lookup: Lookup): Type {
  const own = type.kind === "nullable" ? type.of : type;
  return lookup.isNullable(own) ? lookup.withoutNull(own) : own;
}

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
