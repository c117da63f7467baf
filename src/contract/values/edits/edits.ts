import type { Json, Type } from "../../../ir/api.js";
import { isNumberType } from "../../../ir/kinds.js";
import { qualified } from "../../../ir/names.js";
import type { Lookup } from "../../../ir/walk.js";
import { synthesize } from "../../../values/synthesize.js";
import type { Severity } from "../../findings/codes.js";
import { isMembers, own, pathText, placesIn, withValueAt, type Members, type Path, type Place } from "../places.js";
import type { ValueEdit } from "./edit.js";
import { bytesEdits, numberEdits, textEdits, timestampEdits } from "./scalar-edits.js";

/** A value that is no longer one of its type, because of one change. */
export interface Edit {
  readonly json: Json;
  readonly path: Path;
  /** The same for the same mistake at the same place, whatever the values are. */
  readonly key: string;
  /** The place, without the numbers of items. */
  readonly place: string;
  /** What is wrong: `label: a text of 41 characters, not at most 40`. */
  readonly description: string;
  /** The declaration that forbids it. */
  readonly subject: string | undefined;
  readonly severity: Severity | undefined;
  /** Mistakes that servers make more often have a smaller one. */
  readonly rank: number;
}

/** All changes that make a value of a type invalid by one mistake. A strict reader has the last word: some may be fine. */
export function editsOf(json: Json, type: Type, lookup: Lookup): Edit[] {
  return placesIn(json, type, lookup).flatMap((place) =>
    editsAt(place, lookup).map((edit): Edit => {
      const path = [...place.path, ...(edit.member === undefined ? [] : [edit.member])];
      const where = pathText(path);
      const general = [place.general, edit.member ?? ""].filter((part) => part !== "").join(".");
      return {
        json: withValueAt(json, path, edit.value),
        path,
        key: `${general} ${edit.kind}`,
        place: general,
        description: `${where === "" ? "the argument" : where} is ${edit.is} (the specification: ${edit.wanted})`,
        subject: edit.subject ?? subjectOf(place),
        severity: edit.severity,
        rank: edit.kind.includes(" as ") ? 1 : 0,
      };
    }),
  );
}

/** A change of a value, or of one of its members. */
interface PlacedEdit extends ValueEdit {
  readonly member?: string;
  readonly subject?: string;
}

function subjectOf({ field, owner, aliases }: Place): string | undefined {
  const [alias] = aliases;
  return field !== undefined && owner !== undefined ? `${qualified(owner)}.${field.name}` : alias && qualified(alias);
}

function editsAt(place: Place, lookup: Lookup): PlacedEdit[] {
  const { json, type } = place;
  if (json === null) {
    return [];
  }
  if (isNumberType(type)) {
    return typeof json === "number" || typeof json === "bigint"
      ? [...nullEdits(place), ...numberEdits(json, type)]
      : [];
  }
  switch (type.kind) {
    case "string":
      return typeof json === "string" ? [...nullEdits(place), ...textEdits(json, type)] : [];
    case "timestamp":
      return typeof json === "string" ? [...nullEdits(place), ...timestampEdits(json, type)] : [];
    case "bytes":
      return typeof json === "string" ? [...nullEdits(place), ...bytesEdits(json)] : [];
    case "boolean":
      return [
        ...nullEdits(place),
        { kind: "boolean as text", value: json === true ? "true" : "false", is: "a text", wanted: "a boolean" },
        { kind: "boolean as number", value: json === true ? 1 : 0, is: "a number", wanted: "a boolean" },
      ];
    case "list":
      return Array.isArray(json) ? [...nullEdits(place), ...listEdits(json as readonly Json[], type)] : [];
    case "map":
      return [
        ...nullEdits(place),
        { kind: "list as map", value: [], is: "a list", wanted: "a map" },
        ...keyEdits(json, type, lookup),
      ];
    case "ref":
      return isMembers(json) ? namedEdits(json, place, lookup) : [];
    case "void":
    case "nullable":
      return [];
  }
}

function nullEdits({ isNullable, path }: Place): PlacedEdit[] {
  return isNullable || path.length === 0
    ? []
    : [{ kind: "null", value: null, is: "null", wanted: "a value, because the type is not nullable" }];
}

function listEdits(items: readonly Json[], { minItems = 0, maxItems }: Extract<Type, { kind: "list" }>): PlacedEdit[] {
  const [first] = items;
  return [
    { kind: "object as list", value: {}, is: "an object", wanted: "a list" },
    { kind: "text as list", value: "a", is: "a text", wanted: "a list" },
    ...(minItems > 0 && items.length >= minItems
      ? [
          {
            kind: "too few items",
            value: items.slice(0, minItems - 1),
            is: `a list of ${minItems - 1} items`,
            wanted: `at least ${minItems}`,
          },
        ]
      : []),
    ...(maxItems !== undefined && maxItems < 2000 && first !== undefined
      ? [
          {
            kind: "too many items",
            value: [...items, ...Array.from({ length: maxItems + 1 - items.length }, () => first)],
            is: `a list of ${maxItems + 1} items`,
            wanted: `at most ${maxItems}`,
          },
        ]
      : []),
  ];
}

function keyEdits(json: Json, { key, value: of }: Extract<Type, { kind: "map" }>, lookup: Lookup): PlacedEdit[] {
  const entries = Object.entries(isMembers(json) ? json : {});
  const [[name, member] = [synthesize(key, lookup), synthesize(of, lookup)]] = entries;
  return typeof name !== "string" || member === undefined
    ? []
    : textEdits(name, key).flatMap(({ kind, value, is, wanted }) =>
        typeof value === "string"
          ? [
              {
                kind: `key ${kind}`,
                value: Object.fromEntries([...entries.slice(1), [value, member]]),
                is: `a map with ${is} as a key`,
                wanted,
              },
            ]
          : [],
      );
}

function namedEdits(json: Members, place: Place, lookup: Lookup): PlacedEdit[] {
  const { type } = place;
  if (type.kind !== "ref") {
    return [];
  }
  const definition = lookup.definition(type);
  if (definition.kind === "alias") {
    return [];
  }
  const name = qualified(type);
  const shape: PlacedEdit[] = [
    ...(place.path.length > 0 ? nullEdits(place) : []),
    { kind: "list as object", value: [], is: "a list", wanted: name },
    { kind: "number as object", value: 7, is: "a number", wanted: name },
  ];
  if (definition.kind === "union") {
    const tag = lookup.allFields(type).find(({ field }) => field.name === json[".tag"])?.field;
    const struct = tag && lookup.plainStruct(lookup.withoutNull(tag.type))?.name;
    const isVoid = tag !== undefined && lookup.withoutAliases(tag.type).kind === "void";
    return [
      ...shape,
      ...tagEdits(name),
      ...(isVoid ? [unknownMember(`the variant ${tag.name}, which has no value`)] : []),
      ...(tag !== undefined && !isVoid && struct === undefined && !lookup.isNullable(tag.type)
        ? [
            {
              kind: "missing value",
              member: tag.name,
              value: undefined,
              is: "missing",
              wanted: "a value of the tag",
              subject: `${name}.${tag.name}`,
            },
          ]
        : []),
      ...(struct === undefined ? [] : fieldEdits(json, struct, lookup)),
    ];
  }
  if (definition.subtypes !== undefined) {
    const subtype = definition.subtypes.tags.find((tag) => tag.name === json[".tag"])?.type;
    return [...shape, ...tagEdits(name), ...(subtype === undefined ? [] : fieldEdits(json, subtype, lookup))];
  }
  return [...shape, ...fieldEdits(json, type, lookup)];
}

function tagEdits(wanted: string): PlacedEdit[] {
  return [
    { kind: "unknown tag", member: ".tag", value: "no_such_tag", is: '"no_such_tag"', wanted: `a tag of ${wanted}` },
    { kind: "missing tag", member: ".tag", value: undefined, is: "missing", wanted: `a tag of ${wanted}` },
    { kind: "number as tag", member: ".tag", value: 7, is: "a number", wanted: `a tag of ${wanted}` },
  ];
}

function fieldEdits(json: Members, struct: Place["owner"] & object, lookup: Lookup): PlacedEdit[] {
  const missing = lookup.allFields(struct).flatMap(({ field, owner }): PlacedEdit[] => {
    const isRequired = field.default === undefined && !lookup.isNullable(field.type);
    return isRequired && own(json, field.name) !== undefined
      ? [
          {
            kind: "missing field",
            member: field.name,
            value: undefined,
            is: "missing",
            wanted: "a required field",
            subject: `${qualified(owner)}.${field.name}`,
          },
        ]
      : [];
  });
  return [...missing, unknownMember(qualified(struct))];
}

function unknownMember(of: string): PlacedEdit {
  return {
    kind: "unknown field",
    member: "no_such_field",
    value: 1,
    is: "a field too many",
    wanted: `${of} has no such field`,
  };
}
