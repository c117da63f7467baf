import type { Example, Json, Name, Type, Value } from "../ir/api.js";
import { isPrimitive } from "../ir/kinds.js";
import { isEqual } from "../ir/equal.js";
import type { Pair } from "./change.js";
import type { Pairing, Side } from "./pairing.js";

/**
 * Whether the written examples of a definition are equal on both sides, regardless of default values, the automatic examples
 * of tags, and the contents of included examples.
 */
export function areExamplesEqual(pairing: Pairing, pair: Pair): boolean {
  const before = writtenExamples(pairing.before, pair.before);
  const after = writtenExamples(pairing.after, pair.after);
  return (
    before.length === after.length &&
    before.every((old, index) => {
      const now = after[index];
      return now?.label === old.label && now.doc === old.doc && areMembersEqual(pairing, pair, old.value, now.value);
    })
  );
}

function writtenExamples(side: Side, name: Name): readonly Example[] {
  const definition = side.definition(name);
  if (definition.kind === "alias") {
    return [];
  }
  return definition.examples.filter(
    ({ label, doc, value }) => definition.kind === "struct" || doc !== undefined || !isEqual(value, { ".tag": label }),
  );
}

function areMembersEqual(pairing: Pairing, pair: Pair, before: Json, after: Json): boolean {
  if (!isObject(before) || !isObject(after)) {
    return isEqual(before, after);
  }
  if (before[".tag"] !== after[".tag"]) {
    return false;
  }
  const newFields = new Map(pairing.after.allFields(pair.after).map(({ field }) => [field.name, field]));
  return pairing.before.allFields(pair.before).every(({ field: old }) => {
    const now = newFields.get(old.name);
    const from = before[old.name];
    const to = after[old.name];
    return (
      now === undefined ||
      (isDefault(from, old.default) && isDefault(to, now.default)) ||
      areValuesEqual(pairing, old.type, now.type, from, to)
    );
  });
}

function isDefault(value: Json | undefined, byDefault: Value | undefined): boolean {
  if (byDefault === undefined) {
    return false;
  }
  return typeof byDefault === "object" && byDefault !== null
    ? isEqual(value, { ".tag": byDefault.tag })
    : value === byDefault;
}

function areValuesEqual(
  pairing: Pairing,
  before: Type,
  after: Type,
  from: Json | undefined,
  to: Json | undefined,
): boolean {
  if (from === undefined || to === undefined) {
    return from === to;
  }
  const old = pairing.before.bare(before);
  const now = pairing.after.bare(after);
  if (isPrimitive(old)) {
    return isEqual(from, to);
  }
  switch (old.kind) {
    case "list":
      return now.kind === "list" && Array.isArray(from) && Array.isArray(to)
        ? from.length === to.length &&
            from.every((item: Json, i) => areValuesEqual(pairing, old.of, now.of, item, to[i] as Json))
        : isEqual(from, to);
    case "map":
      return now.kind === "map" && isObject(from) && isObject(to)
        ? isEqual(Object.keys(from), Object.keys(to)) &&
            Object.keys(from).every((key) => areValuesEqual(pairing, old.value, now.value, from[key], to[key]))
        : isEqual(from, to);
    case "ref":
      // Examples refer to examples of other types by a label, which the compiled API does not contain.
      return now.kind === "ref" && isObject(from) && isObject(to) ? from[".tag"] === to[".tag"] : isEqual(from, to);
    case "nullable":
    case "void":
      return isEqual(from, to);
  }
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
