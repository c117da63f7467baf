import { withValueAt } from "../../../templates/runtime/arbitraries/value-at.js";
import type { Json, Type } from "../../ir/api.js";
import { isNumberType } from "../../ir/kinds.js";
import type { Lookup } from "../../ir/walk.js";
import { sampleText } from "../../patterns/sample.js";
import { isFloat, limitsOf } from "../../values/limits.js";
import { momentCount, sampleTimestamp } from "../../values/sample-timestamp.js";
import { synthesize } from "../../values/synthesize.js";
import { variant } from "../../values/variant.js";
import { isDuration, isPageSize, seemsIdentity } from "./name-meanings.js";
import { placesIn, ownMember, type Place } from "./places.js";
import { isObject } from "../../ir/is-object.js";

/** An argument with one changed value, which is at a limit of its type or of an unusual form. */
interface Variation {
  readonly json: Json;
  /** A key that identifies the change, independent of the values. */
  readonly key: string;
}

/** Returns all variations of an argument. Some may not match the type, so callers must check them with strict decoding. */
export function variationsOf(json: Json, type: Type, lookup: Lookup): Variation[] {
  return placesIn(json, type, lookup).flatMap((place) => {
    return othersOf(place, lookup).map(([kind, value]): Variation => ({
      json: withValueAt(json, place.path, value),
      key: `${place.general} ${kind}`,
    }));
  });
}

/** Returns other values for a place, each with the kind of change; undefined omits the field. */
function othersOf(place: Place, lookup: Lookup): (readonly [kind: string, value: Json | undefined])[] {
  const { type, json, path, isOptional, isNullable } = place;
  const name = path.at(-1);
  const absent: (readonly [string, Json | undefined])[] = [
    ...((isOptional || isNullable) && typeof name === "string" ? [["absent", undefined] as const] : []),
    ...(isNullable ? [["null", null] as const] : []),
  ];
  if (isNumberType(type)) {
    // Wait times are left unchanged. Many servers do not permit a page size of 0.
    return isDuration(place.field)
      ? []
      : [...absent, ...numbers(type).filter(([, value]) => value !== 0 || !isPageSize(place.field))];
  }
  switch (type.kind) {
    case "string":
      return [...absent, ...texts(type)];
    case "boolean":
      return [...absent, ["other", json !== true]];
    case "timestamp":
      return [
        ...absent,
        ...Array.from(
          { length: momentCount },
          (_, index) => [`time ${index}`, sampleTimestamp(type.format, index)] as const,
        ),
      ];
    case "bytes":
      return [...absent, ["empty", ""], ["with padding", "AP8="], ["with signs", "+/+/"]];
    case "list":
      return [...absent, ...lists(json, type, lookup)];
    case "map":
      return [...absent, ["empty", {}]];
    case "ref":
      return [...absent, ...variants(place, lookup)];
    case "void":
    case "nullable":
      return absent;
  }
}

function numbers(
  type: Extract<Type, { kind: "int32" | "uint32" | "int64" | "uint64" | "float32" | "float64" }>,
): (readonly [string, Json])[] {
  const { min, max } = limitsOf(type);
  const fits = (value: number): boolean => min <= value && value <= max;
  const near = isFloat(type) ? [0.5, -0.25, 1e-7] : [1, -1];
  // Many programs are not exact beyond 2^53.
  const bounds = [min, max].map((limit) =>
    Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(limit))),
  );
  return [
    0,
    ...near,
    ...(isFloat(type) ? [] : bounds),
    ...(type.min === undefined ? [] : [Number(min)]),
    ...(type.max === undefined ? [] : [Number(max)]),
  ]
    .filter(fits)
    .map((value) => [`number ${value}`, value] as const);
}

/** Strings that programs often handle incorrectly. */
const unusual: readonly (readonly [kind: string, text: string])[] = [
  ["empty", ""],
  ["accents", "Ünï çödé"],
  ["emoji", "😀"],
  ["quotes", 'it\'s "quoted" \\ and / more'],
  ["markup", "<b>&amp;</b> %20 ${x} {{y}}"],
  ["line separators", "a\u2028b\r\nc"],
  ["right to left", "שלום \u202e"],
  ["spaces", "  "],
];

export const unusualTexts: readonly string[] = unusual.map(([, text]) => text);

/** The maximum length of a string that is sent, in characters. */
const maxCharacters = 20_000;

function texts(type: Extract<Type, { kind: "string" }>): (readonly [string, Json])[] {
  const { minLength = 0, maxLength, pattern = "" } = type;
  const lengths = [minLength, ...(maxLength !== undefined && maxLength <= maxCharacters ? [maxLength] : [])];
  const bounds = lengths.flatMap((length) => {
    const text =
      pattern === "" ? "a".repeat(length) : sampleText({ ...type, minLength: length, maxLength: length }, () => 0);
    const wide = pattern === "" && length > 0 ? [[`${length} emoji`, "😀".repeat(length)] as const] : [];
    return [...(text === undefined ? [] : [[`${length} characters`, text] as const]), ...wide];
  });
  return [...bounds, ...unusual];
}

function lists(json: Json, type: Extract<Type, { kind: "list" }>, lookup: Lookup): (readonly [string, Json])[] {
  const items: readonly Json[] = Array.isArray(json) ? (json as readonly Json[]) : [];
  const item = items[0] ?? synthesize(type.of, lookup);
  const { minItems = 0, maxItems } = type;
  const counts = [...new Set([minItems, 1, 2, ...(maxItems !== undefined && maxItems <= 200 ? [maxItems] : [])])];
  return item === undefined && minItems > 0
    ? []
    : counts.map((count) => {
        const more = Array.from({ length: Math.max(0, count - items.length) }, () => item ?? null);
        return [`${count} items`, [...items.slice(0, count), ...more]] as const;
      });
}

/** Returns the variants of a union; none for other types. */
function variants({ type, json }: Place, lookup: Lookup): (readonly [string, Json])[] {
  if (type.kind !== "ref" || json === null) {
    return [];
  }
  const definition = lookup.definition(type);
  if (definition.kind === "union") {
    return lookup.allFields(type).flatMap(({ field }) => {
      if (field.catchAll) {
        return [];
      }
      const value = lookup.withoutAliases(field.type).kind === "void" ? null : synthesize(field.type, lookup);
      return value === undefined ? [] : [[`tag ${field.name}`, variant(field, value, lookup) as Json] as const];
    });
  }
  return [];
}

/** Returns the argument with small values for absent fields, except for fields that may name something. */
export function fillAbsentFields(json: Json, type: Type, lookup: Lookup): Json {
  let whole = json;
  for (const place of placesIn(json, type, lookup)) {
    const { path, json: members } = place;
    const struct = structOf(place, lookup);
    if (struct === undefined || !isObject(members)) {
      continue;
    }
    for (const { field } of lookup.allFields(struct)) {
      const bare = lookup.bare(field.type);
      const mayName =
        field.name === "cursor" || isDuration(field) || seemsIdentity({ ...place, type: bare, field, aliases: [] });
      const value =
        ownMember(members, field.name) === undefined && !mayName
          ? synthesize(lookup.withoutNull(field.type), lookup)
          : undefined;
      whole = value === undefined ? whole : withValueAt(whole, [...path, field.name], value);
    }
  }
  return whole;
}

function structOf({ type, json }: Place, lookup: Lookup): Parameters<Lookup["allFields"]>[0] | undefined {
  if (type.kind !== "ref") {
    return undefined;
  }
  const definition = lookup.definition(type);
  if (definition.kind === "union") {
    const tag = isObject(json) ? json[".tag"] : undefined;
    const field = lookup.field(type, tag)?.field;
    return field && lookup.plainStruct(lookup.withoutNull(field.type))?.name;
  }
  return definition.kind === "struct" && definition.subtypes === undefined ? type : undefined;
}
