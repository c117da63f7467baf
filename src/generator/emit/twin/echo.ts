import type { Route, Type } from "../../../ir/api.js";
import { isPrimitive } from "../../../ir/kinds.js";
import { isEqual } from "../../../ir/equal.js";
import type { Lookup } from "../../../ir/walk.js";
import { structFields } from "../../facts/members.js";
import { resultPlaces, type ResultPlace } from "./result-places.js";

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
  const [one, other] = [named(a, lookup), named(b, lookup)];
  if (isEqual(one, other)) {
    return true;
  }
  const [bare, otherBare] = [lookup.withoutAliases(one), lookup.withoutAliases(other)];
  return isPrimitive(bare) && isEqual(bare, otherBare);
}

/** Returns the type without `?`. An alias is retained if it is not nullable itself. */
function named(type: Type, lookup: Lookup): Type {
  const own = type.kind === "nullable" ? type.of : type;
  return lookup.isNullable(own) ? lookup.withoutNull(own) : own;
}
