import { stringifyJson } from "../../../templates/runtime/text/json.js";
import { withValueAt } from "../../../templates/runtime/arbitraries/value-at.js";
import type { Json, Type } from "../../ir/api.js";
import { isEqual } from "../../ir/equal.js";
import { isNumberType } from "../../ir/kinds.js";
import type { Lookup } from "../../ir/walk.js";
import { findMismatch } from "../../values/mismatch.js";
import { synthesize } from "../../values/synthesize.js";
import { placesIn, valueAt, type Place } from "../values/places.js";

/**
 * Returns a smaller argument of the same type that still has a property. Tries smaller forms one by one, the smallest first,
 * until none has the property or `mayGoOn` returns false. Each attempt costs a call.
 */
export async function shrinkArgument(
  arg: Json,
  type: Type,
  lookup: Lookup,
  hasProperty: (smaller: Json) => Promise<boolean>,
  mayGoOn: () => boolean,
): Promise<Json> {
  let smallest = arg;
  for (let hasChanged = true; hasChanged && mayGoOn();) {
    hasChanged = false;
    for (const { path } of placesIn(smallest, type, lookup)) {
      const place = placesIn(smallest, type, lookup).find((each) => each.path.join("\n") === path.join("\n"));
      for (const smaller of place === undefined ? [] : smallerForms(smallest, place, lookup)) {
        if (!mayGoOn()) {
          return smallest;
        }
        if (
          !isEqual(smaller, smallest) &&
          findMismatch(smaller, type, lookup, true) === undefined &&
          (await hasProperty(smaller))
        ) {
          smallest = smaller;
          hasChanged = true;
          break;
        }
      }
    }
  }
  return smallest;
}

/** Yields copies of the JSON with a smaller value at a place. */
function* smallerForms(json: Json, place: Place, lookup: Lookup): Iterable<Json> {
  const { path, type, isOptional, isNullable } = place;
  const value = valueAt(json, path);
  if ((isOptional || isNullable) && path.length > 0 && typeof path.at(-1) === "string") {
    yield withValueAt(json, path, undefined);
  }
  if (type.kind === "list" && Array.isArray(value)) {
    const items: readonly Json[] = value;
    for (const size of [type.minItems ?? 0, 1, Math.floor(items.length / 2), items.length - 1]) {
      if (size >= 0 && size < items.length) {
        yield withValueAt(json, path, items.slice(0, size));
      }
    }
  } else if (typeof value === "string" && type.kind === "string") {
    const simple = synthesize(type, lookup);
    const characters = [...value];
    const shorter = [1, Math.floor(characters.length / 2), characters.length - 1];
    const forms = [
      ...(typeof simple === "string" && simple.length <= value.length ? [simple] : []),
      ...shorter
        .filter((size) => size > 0 && size < characters.length)
        .map((size) => characters.slice(0, size).join("")),
      characters.map((character) => (/[ -~]/.test(character) ? character : "a")).join(""),
    ];
    for (const form of new Set(forms)) {
      if (form !== value) {
        yield withValueAt(json, path, form);
      }
    }
  } else if (isNumberType(type) && typeof value === "number") {
    const simple = synthesize(type, lookup);
    for (const form of [simple, Math.trunc(value), Math.trunc(value / 2)]) {
      if (typeof form === "number" && Math.abs(form) < Math.abs(value)) {
        yield withValueAt(json, path, form);
      }
    }
  } else if (type.kind === "ref" && value !== undefined && value !== null) {
    const simple = synthesize(type, lookup);
    const size = stringifyJson(value).length;
    if (simple !== undefined && stringifyJson(simple).length < size) {
      yield withValueAt(json, path, simple);
    }
  }
}
