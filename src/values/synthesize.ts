import type { Json, Type } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";
import { Heights } from "./heights.js";
import type { Choices } from "./random.js";
import { noInterests, Sampler } from "./sampler.js";

/** Always the first possibility. */
const first: Choices = {
  below: () => 0,
  pick: (items) => {
    const [item] = items;
    if (item === undefined) {
      throw new Error("There is nothing to pick from.");
    }
    return item;
  },
};

/**
 * A value of a type as JSON, with little in it, that strict readers accept (OUT-8): short texts, small numbers, no
 * optional fields, the variant that ends soonest. Undefined if the type has none, such as a struct that needs itself, or
 * none is found for a pattern.
 */
export function synthesize(type: Type, lookup: Lookup): Json | undefined {
  const heights = new Heights(lookup); // measured anew: the API of the lookup may have changed
  return heights.isWritable(type)
    ? toJson(new Sampler(lookup, first, noInterests, heights).sampleSimple(type))
    : undefined;
}

/** The value with numbers in place of the bigints that a number can hold. */
function toJson(value: unknown): Json {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) {
    return value.map(toJson);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
  }
  return value as Json;
}
