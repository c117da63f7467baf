import type { Json, Type } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Lookup } from "../ir/walk.js";
import { strictExamples } from "./strict-examples.js";
import { synthesize } from "./synthesize.js";

/**
 * The value that represents a type (OUT-7), for the API of a caller's view: the example labelled `default`, otherwise
 * the first example, otherwise a synthesized value. Strict readers accept it. Undefined if there is no value.
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

/** The example of a type. Lists have no examples: the example of a list is a list with the example of its items. */
function shownValue(type: Type, lookup: Lookup): Json | undefined {
  const bare = lookup.bare(type);
  if (bare.kind === "list" && (bare.maxItems ?? Infinity) > 0) {
    const item = shownValue(bare.of, lookup);
    return item === undefined ? undefined : Array.from({ length: Math.max(1, bare.minItems ?? 0) }, () => item);
  }
  const examples = strictExamples(bare, lookup);
  return (examples.find(({ label }) => label === "default") ?? examples[0])?.value;
}
