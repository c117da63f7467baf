import type { Example, Name, Type } from "../ir/api.js";
import { qualified } from "../ir/names.js";
import type { Lookup } from "../ir/walk.js";
import { findMismatch } from "./mismatch.js";

/** Returns the examples of a type that strict readers, such as servers, accept. The API must be that of a caller's view. */
export function strictExamples(type: Type, lookup: Lookup): readonly Example[] {
  const bare = lookup.bare(type);
  return bare.kind === "ref" ? examplesOf(bare, lookup) : [];
}

function examplesOf(name: Name, lookup: Lookup): readonly Example[] {
  const all = known.get(lookup) ?? new Map<string, readonly Example[]>();
  known.set(lookup, all);
  const key = qualified(name);
  let examples = all.get(key);
  if (examples === undefined) {
    const type: Type = { kind: "ref", ...name };
    examples = lookup.examples(name).filter(({ value }) => findMismatch(value, type, lookup, true) === undefined);
    all.set(key, examples);
  }
  return examples;
}

/** Caches the examples of named types, which many routes share. */
const known = new WeakMap<Lookup, Map<string, readonly Example[]>>();
