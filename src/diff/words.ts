import type { Doc, Example, Json, Name, Type, Value } from "../ir/api.js";
import type { Change, Pair } from "./change.js";
import { localVerdicts } from "./local-verdicts.js";
import { memberPlace, pairMembers } from "./members.js";
import type { Pairing, Side } from "./pairing.js";
import { toChange, type Place } from "./place.js";
import { definitionPlace } from "./tags.js";
import { isPrimitive } from "../ir/kinds.js";
import { isEqual } from "../ir/equal.js";
import { isObject } from "../ir/is-object.js";

/** Compares the documentation and the examples of corresponding definitions. */
export function compareWords(pairing: Pairing, pair: Pair): readonly Change[] {
  const before = pairing.before.definition(pair.before);
  const after = pairing.after.definition(pair.after);
  if (before.kind === "alias" || after.kind === "alias") {
    return [];
  }
  const self = definitionPlace(pair);
  const changes = [...compareDocs(self, before.doc, after.doc)];
  if (before.kind === after.kind) {
    const { common } = pairMembers(pairing, pair);
    const kind = before.kind === "struct" ? "field" : "tag";
    for (const sides of common) {
      if (sides.before.field.doc?.raw !== sides.after.field.doc?.raw) {
        changes.push(...compareDocs(memberPlace(pair, sides, kind), sides.before.field.doc, sides.after.field.doc));
      }
    }
  }
  if (before.kind === after.kind && !areExamplesEqual(pairing, pair)) {
    changes.push(toChange(self, "example-changed", localVerdicts["example-changed"]));
  }
  return changes;
}

export function compareDocs(place: Place, before: Doc | undefined, after: Doc | undefined): readonly Change[] {
  const details = { from: writtenText(before), to: writtenText(after) };
  return details.from === details.to ? [] : [toChange(place, "doc-changed", localVerdicts["doc-changed"], details)];
}

/** Returns the text as written, without the notices of annotations. Line breaks are treated as in {@link Doc}. */
export function writtenText(doc: Doc | undefined): string | undefined {
  return doc?.raw?.trim().replace(/\n+/g, (run) => (run.length === 1 ? " " : run.slice(1)));
}

/**
 * Whether the written examples of a definition are equal on both sides, regardless of default values, the automatic examples
 * of tags, and the contents of included examples.
 */
function areExamplesEqual(pairing: Pairing, pair: Pair): boolean {
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
