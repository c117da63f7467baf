import type { Json, Type } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Lookup } from "../ir/walk.js";
import { strictExamples } from "./strict-examples.js";
import { synthesize } from "./synthesize.js";

/**
 * Returns the value that represents a type (OUT-7), for the API of a caller's view: the example labeled `default`, otherwise
 * the first example, otherwise a synthesized value. Strict readers accept the value. Undefined if there is none.
 */
export function chosenValue(type: Type, lookup: Lookup): Json | undefined {
  if (type.kind !== "ref") {
    return shownValue(type, lookup) ?? synthesize(type, lookup);
  }
  const values = chosen.get(lookup) ?? new Map<string, Json | undefined>();
  chosen.set(lookup, values);
  const key = qualified(type);
  if (!values.has(key)) {
    values.set(key, shownValue(type, lookup) ?? synthesize(type, lookup));
  }
  return values.get(key);
}

/** Caches the values of named types, which many routes and error paths share. */
const chosen = new WeakMap<Lookup, Map<string, Json | undefined>>();

/**
 * Returns the example of a type. Lists have no examples, so the example of a list contains the example of its items. A list
 * that contains itself through aliases has none.
 */
function shownValue(type: Type, lookup: Lookup, outer: readonly Type[] = []): Json | undefined {
  const bare = lookup.bare(type);
  if (outer.includes(bare)) {
    return undefined;
  }
  if (bare.kind === "list" && (bare.maxItems ?? Infinity) > 0) {
    const item = shownValue(bare.of, lookup, [...outer, bare]);
    return item === undefined ? undefined : Array.from({ length: Math.max(1, bare.minItems ?? 0) }, () => item);
  }
  const examples = strictExamples(bare, lookup);
  return (examples.find(({ label }) => label === "default") ?? examples[0])?.value;
}
