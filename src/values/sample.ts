import type { Field, Json, Name, Type } from "../ir/api.js";
import { isPrimitive } from "../ir/kinds.js";
import type { Lookup } from "../ir/walk.js";
import { publicValue } from "./caller-view.js";
import { chosenValue } from "./chosen-value.js";
import { findMismatch } from "./mismatch.js";
import { isObject } from "../ir/is-object.js";

/**
 * Returns a value of a type as a person would write it, for the API of a caller's view: the shortest example (GUIDE-1),
 * otherwise the chosen value (OUT-7) in its short form. Undefined if there is no value.
 */
export function sampleValue(type: Type, lookup: Lookup): Json | undefined {
  const example = shortestExample(type, lookup);
  if (example !== undefined) {
    return example;
  }
  const shown = chosenValue(type, lookup);
  return shown === undefined ? undefined : shortValue(shown, type, lookup);
}

/**
 * Returns the example of a type that contains the fewest values, in its short form and without `Omitted` fields. Examples
 * that strict readers reject are skipped. Undefined if none is left.
 */
export function shortestExample(type: Type, lookup: Lookup, hasBigints = true): Json | undefined {
  const bare = lookup.bare(type);
  const examples = bare.kind === "ref" ? lookup.examples(bare) : [];
  const ordered = [...examples].sort((a, b) => Number(b.label === "default") - Number(a.label === "default"));
  let shortest: Json | undefined;
  for (const example of ordered) {
    const value = publicValue(example.value, bare, lookup);
    if (value !== undefined && findMismatch(value, bare, lookup, true, hasBigints) === undefined) {
      const short = shortValue(value, bare, lookup);
      if (shortest === undefined || countValues(short) < countValues(shortest)) {
        shortest = short;
      }
    }
  }
  return shortest;
}

/**
 * Returns the value without the parts that a writer can omit, at any depth: fields that have their default, empty optional
 * fields, and the object around the tag of a variant without a value.
 */
export function shortValue(value: Json, type: Type, lookup: Lookup): Json {
  const bare = lookup.bare(type);
  if (isPrimitive(bare)) {
    return value;
  }
  switch (bare.kind) {
    case "list":
      return isList(value) ? value.map((item) => shortValue(item, bare.of, lookup)) : value;
    case "map":
      return isObject(value) ? mapMembers(value, (member) => shortValue(member, bare.value, lookup)) : value;
    case "ref":
      return isObject(value) ? shortMembers(value, bare, lookup) : value;
    case "void":
    case "nullable":
      return value;
  }
}

type Members = Readonly<Record<string, Json>>;

function shortMembers(value: Members, name: Name, lookup: Lookup): Json {
  const definition = lookup.definition(name);
  const { ".tag": tag, ...members } = value;
  if (definition.kind === "union") {
    const field = lookup.field(name, tag)?.field;
    return field === undefined ? value : shortVariant(field, members, lookup);
  }
  const subtypes = definition.kind === "struct" ? (definition.subtypes?.tags ?? []) : [];
  const subtype = subtypes.find((one) => one.name === tag)?.type;
  return { ...(tag !== undefined && { ".tag": tag }), ...shortFields(members, subtype ?? name, lookup) };
}

function shortVariant({ name, type }: Field, members: Members, lookup: Lookup): Json {
  if (lookup.withoutAliases(type).kind === "void") {
    return name;
  }
  const struct = lookup.plainStruct(lookup.withoutNull(type));
  const short =
    struct === undefined
      ? mapMembers(members, (member) => shortValue(member, type, lookup))
      : shortFields(members, struct.name, lookup);
  return { ".tag": name, ...short };
}

function shortFields(members: Members, struct: Name, lookup: Lookup): Members {
  const fields = new Map(lookup.allFields(struct).map(({ field }) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, member]): [string, Json][] => {
      const field = fields.get(name);
      const short = field === undefined ? member : shortValue(member, field.type, lookup);
      return field !== undefined && canBeLeftOut(short, field, lookup) ? [] : [[name, short]];
    }),
  );
}

/** Whether a field with a short value means the same as its absence. */
function canBeLeftOut(value: Json, { default: standard, type }: Field, lookup: Lookup): boolean {
  if (standard !== undefined && standard !== null) {
    return value === (typeof standard === "object" ? standard.tag : standard);
  }
  return lookup.isNullable(type) && isEmpty(value);
}

function isEmpty(value: Json): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

/**
 * Returns the number of values that a reader sees; an object with two members counts as three. An empty string counts as
 * 1000, because examples use it to show how to clear something.
 */
function countValues(value: Json): number {
  return typeof value !== "object" || value === null
    ? value === ""
      ? 1000
      : 1
    : Object.values(value).reduce((sum: number, member: Json) => sum + countValues(member), 1);
}

function mapMembers(members: Members, change: (member: Json) => Json): Members {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
