import type { Json, Type } from "../ir/api.js";
import type { Lookup } from "../ir/walk.js";
import { heightsOf } from "./heights.js";
import type { Choices } from "./random.js";
import { noInterests, Sampler } from "./sampler.js";

/** Always chooses the first possibility. */
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
 * Returns a small value of a type as JSON that strict readers accept (OUT-8): short strings, small numbers, no optional
 * fields, the shallowest variant. Undefined if the type has no finite value, such as a struct that requires itself, or if
 * none is found for a pattern. By default, heights are computed once per lookup; for an API that changes, pass new ones.
 */
export function synthesize(type: Type, lookup: Lookup, heights = heightsOf(lookup)): Json | undefined {
  return heights.isWritable(type)
    ? toJson(new Sampler(lookup, first, noInterests, heights).sampleSimple(type))
    : undefined;
}

/** Replaces each bigint that a number can represent by the number. */
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
