import { type Check, fail, type Mode, wrongType } from "./check.js";
import { isObject, object, own, permits } from "./composites.js";

/**
 * The tag of an {@link UnknownVariant}. It is an enum, because no literal is comparable to an enum, so comparing with a
 * known tag still narrows the union.
 */
export declare enum UnknownTag {
  Newer = "",
}

/** A variant of an open union, or a subtype, that is newer than this package. It is kept unchanged. */
export interface UnknownVariant {
  ".tag": UnknownTag;
  [field: string]: unknown;
}

/** Returns the tag of a value of a union: its `.tag`, or the value itself if it is a bare string. */
export function unionTag(value: unknown): string {
  return typeof value === "string" ? value : subtypeTag(value);
}

/** Returns the tag of an object. */
export function subtypeTag(value: unknown): string {
  const tag = object<{ ".tag": string }>(value, "an object with a .tag")[".tag"];
  if (typeof tag !== "string") {
    if (tag === undefined) {
      return fail("missing-tag", "a tag", "nothing");
    }
    return wrongType(tag, "a string");
  }
  return tag;
}

/** The variant for one of several tags without values. */
type Bare<T extends string> = T extends string ? { ".tag": T } : never;

/**
 * Returns a variant without a value. If the mode rejects unknown fields, the only member that `value` may have besides `.tag`
 * has the name of the tag, and must be null.
 */
export function bare<T extends string>(value: unknown, tag: T, mode: Mode): Bare<T> {
  if (mode.refusesUnknownFields && (own(valuedOrBare(value, tag), tag) ?? null) !== null) {
    fail("unexpected-key", "a variant without a value", "a value");
  }
  return { ".tag": tag } as Bare<T>;
}

/** Returns the catch-all tag, which senders must not use: strict readers reject it. */
export function catchAll(mode: Mode): { ".tag": "other" } {
  if (mode.strict) {
    unknownTag("other");
  }
  return { ".tag": "other" };
}

/** Returns the object of a variant whose value is the member with the name of the tag. It must have no members besides that and `.tag`. */
export function valued<Tag extends string>(value: unknown, tag: Tag): { readonly [K in Tag]: unknown } {
  const from = valuedOrBare(value, tag);
  if (own(from, tag) === undefined) {
    missingValue(tag);
  }
  return from;
}

const noFields = {};

/** Like {@link valued}, for a nullable value, which may be missing: then the variant may also be a bare string. */
export function valuedOrBare<Tag extends string>(value: unknown, tag: Tag): { readonly [K in Tag]: unknown } {
  if (!isObject(value)) {
    return noFields as { readonly [K in Tag]: unknown };
  }
  for (const name of Object.keys(value)) {
    if (name !== ".tag" && name !== tag && own(value, name) !== undefined) {
      fail("unexpected-key", `nothing besides .tag and ${tag}`, "a member");
    }
  }
  return value as { readonly [K in Tag]: unknown };
}

/** The variant for one of several tags whose values are structs with the same fields. */
type Flat<Tag extends string, T> = Tag extends string ? { ".tag": Tag } & T : never;

/** The variant for one of several tags with values of the same type. */
type Under<Tag extends string, T> = Tag extends string ? { ".tag": Tag } & { [K in Tag]: T } : never;

/**
 * Returns a variant whose value is the member with the name of the tag. `check` checks the value. The tag must not be
 * `__proto__`.
 */
export function under<Tag extends string, T>(value: unknown, tag: Tag, mode: Mode, check: Check<T>): Under<Tag, T> {
  const from = valued(value, tag);
  // Assigned, because with a computed name in the literal the whole function takes twice as long.
  const copy: Record<string, unknown> = { ".tag": tag };
  copy[tag] = check(from[tag], mode);
  return copy as Under<Tag, T>;
}

/** Returns a variant whose value is a struct, with its fields next to the tag. */
export function flat<Tag extends string, T extends object>(
  value: unknown,
  tag: Tag,
  mode: Mode,
  fields: Check<T>,
): Flat<Tag, T> {
  const from = typeof value === "string" ? missingValue(tag) : value;
  return { ".tag": tag, ...fields(from, mode) } as Flat<Tag, T>;
}

/** Returns the object of a variant whose value is a nullable struct; undefined if there is only the tag. */
export function flatOrBare(value: unknown): unknown {
  const isAlone =
    typeof value !== "object" ||
    value === null ||
    Object.entries(value).every(([name, member]) => name === ".tag" || member === undefined);
  return isAlone ? undefined : value;
}

/** An `Omitted` field of a struct with subtypes, with its caller. */
export type OmittedField = readonly [field: string, caller: string];

/**
 * Returns an unknown variant of an open union, or an unknown subtype: kept unchanged, unless the mode rejects it. Fields that
 * the caller may not see are omitted. For logs only the tag remains, because it is unknown what must be masked. `checked`
 * names fields that the caller of this function adds; their values need not be JSON.
 */
export function unknownVariant(
  value: unknown,
  tag: string,
  mode: Mode,
  omitted: readonly OmittedField[] = [],
  checked: readonly string[] = [],
): UnknownVariant {
  if (mode.refusesNewTags) {
    unknownTag(tag);
  }
  if (typeof value !== "object" || mode.redacting) {
    return { ".tag": tag as unknown as UnknownTag };
  }
  const hidden = omitted.flatMap(([field, caller]) => (permits(mode, caller) ? [] : [field]));
  const members = copyMembers(value ?? {}, [...hidden, ...checked]);
  return { ...Object.fromEntries(members), ".tag": tag as unknown as UnknownTag };
}

/** Returns a copy of unchecked JSON. Recursive, so that its depth is limited like that of all other values. */
function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) {
    return Array.from(value, copyJson);
  }
  if (isObject(value)) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      wrongType(value, "a JSON value");
    }
    return Object.fromEntries(copyMembers(value));
  }
  if (typeof value === "function" || typeof value === "symbol" || value === undefined) {
    wrongType(value, "a JSON value");
  }
  return value;
}

function copyMembers(object: object, except: readonly string[] = []): [string, unknown][] {
  return Object.keys(object).flatMap((name): [string, unknown][] => {
    if (except.includes(name)) {
      return [];
    }
    const member = (object as Readonly<Record<string, unknown>>)[name];
    return member === undefined ? [] : [[name, copyJson(member)]];
  });
}

/**
 * Replaces a tag that is hidden from the caller by `other`, so that nothing leaks. Fails when writing, and in strict
 * reading.
 */
export function hiddenVariant(tag: string, mode: Mode): { ".tag": "other" } {
  notPermitted(tag, mode);
  if (mode.strict) {
    unknownTag(tag);
  }
  return { ".tag": "other" };
}

/** Like {@link hiddenVariant}, in a closed union, where reading is an error as well. */
export function hiddenTag(tag: string, mode: Mode): never {
  notPermitted(tag, mode);
  unknownTag(tag);
}

/**
 * The value of an unset field whose default cannot be used, such as a tag of a closed union that is hidden from the caller.
 * When reading, this is an error.
 */
export function withoutDefault(mode: Mode, expected = "a tag for this caller"): never {
  if (!mode.writing) {
    fail("missing-field", expected, "nothing");
  }
  return undefined as never;
}

/** Ends the running check: the tag is unknown, or not allowed in this mode. */
export function unknownTag(tag: string): never {
  return fail("unknown-tag", "a known tag", JSON.stringify(tag));
}

function notPermitted(tag: string, mode: Mode): void {
  if (mode.writing) {
    fail("not-permitted", "a tag for this caller", JSON.stringify(tag));
  }
}

function missingValue(tag: string): never {
  return fail("missing-value", `a value for the variant ${tag}`, "nothing");
}
