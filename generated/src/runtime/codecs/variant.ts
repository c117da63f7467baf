import { fail, type Check, type Container, type Key, type Mode } from "./check.js";
import { own, permits } from "./composites.js";
import { wrongType } from "./wrong-type.js";

/** The tag of an {@link UnknownVariant}. That it is an enum, which no literal equals, keeps known tags narrowable. */
export declare enum UnknownTag {
  Newer = "",
}

/** A variant of an open union, or a subtype, that is newer than this package. It is kept as it came. */
export interface UnknownVariant {
  ".tag": UnknownTag;
  [field: string]: unknown;
}

/** The tag of a union's value: what is under `.tag`, or the value itself where a bare string stands for a tag. */
export function tagOf(value: unknown, container: Container, key: Key): string {
  return typeof value === "string" ? value : subtypeTag(value, container, key);
}

/** The tag of an object. */
export function subtypeTag(value: unknown, container: Container, key: Key): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    wrongType(value, container, key, "an object with a .tag");
  }
  const tag = (value as { readonly ".tag"?: unknown })[".tag"];
  if (typeof tag !== "string") {
    if (tag === undefined) {
      fail(value, ".tag", { code: "missing-tag", expected: "a tag", found: "nothing" });
    }
    wrongType(tag, value, ".tag", "a string");
  }
  return tag;
}

/** The variant of one of some tags without values. */
type Bare<T extends string> = T extends string ? { ".tag": T } : never;

/** A variant without a value. Where unknown fields are refused, so are members other than one of its name that is null. */
export function bare<T extends string>(value: unknown, tag: T, mode: Mode): Bare<T> {
  if (mode.refusesUnknownFields && typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (name !== ".tag" && !(name === tag && member === null) && member !== undefined) {
        fail(value, name, { code: "unexpected-key", expected: "a variant without a value", found: "one" });
      }
    }
  }
  return { ".tag": tag } as Bare<T>;
}

/** The tag `other`, which no sender with a known value uses: strict readers refuse it. */
export function catchAll(value: unknown, container: Container, key: Key, mode: Mode): { ".tag": "other" } {
  if (mode.strict) {
    unknownTag("other", value, container, key);
  }
  return { ".tag": "other" };
}

/** The object of a variant whose value stands under its tag; it may have no other members. */
export function valued<Tag extends string>(
  value: unknown,
  tag: Tag,
  container: Container,
  key: Key,
): { readonly [K in Tag]: unknown } {
  if (typeof value === "string") {
    missingValue(tag, container, key);
  }
  const from = valuedOrBare(value, tag);
  if (own(from, tag) === undefined) {
    missingValue(tag, value, tag);
  }
  return from;
}

const nothing = {};

/** The same for a nullable value, which a bare string and an object without the member stand for too. */
export function valuedOrBare<Tag extends string>(value: unknown, tag: Tag): { readonly [K in Tag]: unknown } {
  if (typeof value !== "object" || value === null) {
    return nothing as { readonly [K in Tag]: unknown };
  }
  for (const name of Object.keys(value)) {
    if (name !== ".tag" && name !== tag && own(value, name) !== undefined) {
      fail(value, name, { code: "unexpected-key", expected: `nothing beside .tag and ${tag}`, found: "a member" });
    }
  }
  return value as { readonly [K in Tag]: unknown };
}

/** The variant of one of some tags whose values are structs with the same fields. */
type Flat<Tag extends string, T> = Tag extends string ? { ".tag": Tag } & T : never;

/** The variant of one of some tags with values of the same type. */
type Under<Tag extends string, T> = Tag extends string ? { ".tag": Tag } & { [K in Tag]: T } : never;

/** A variant whose value stands under its tag, which is not `__proto__`, and has a check of its own. */
export function under<Tag extends string, T>(
  value: unknown,
  tag: Tag,
  container: Container,
  key: Key,
  mode: Mode,
  check: Check<T>,
): Under<Tag, T> {
  const from = valued(value, tag, container, key);
  // Assigned, as a computed name in the literal takes twice as long for the whole variant.
  const copy: Record<string, unknown> = { ".tag": tag };
  copy[tag] = check(from[tag], from, tag, mode);
  return copy as Under<Tag, T>;
}

/** A variant whose value is a struct, the fields of which stand beside the tag. */
export function flat<Tag extends string, T extends object>(
  value: unknown,
  tag: Tag,
  container: Container,
  key: Key,
  mode: Mode,
  fields: Check<T>,
): Flat<Tag, T> {
  const from = typeof value === "string" ? missingValue(tag, container, key) : value;
  return { ".tag": tag, ...fields(from, container, key, mode) } as Flat<Tag, T>;
}

/** The object of a variant whose value is a nullable struct; undefined where the tag stands alone. */
export function flatOrBare(value: unknown): unknown {
  const isAlone =
    typeof value !== "object" ||
    value === null ||
    Object.entries(value).every(([name, member]) => name === ".tag" || member === undefined);
  return isAlone ? undefined : value;
}

/** A field of a struct with subtypes that exists for one caller only, with that caller. */
export type OmittedField = readonly [field: string, caller: string];

/**
 * A variant of an open union or a subtype that is not known: kept whole, unless the mode refuses it. What is omitted for
 * the caller is left out. For logs only the tag remains, as nobody knows what must be masked.
 */
export function unknownVariant(
  value: unknown,
  tag: string,
  container: Container,
  key: Key,
  mode: Mode,
  omitted: readonly OmittedField[] = [],
): UnknownVariant {
  if (mode.refusesNewTags) {
    unknownTag(tag, value, container, key);
  }
  if (typeof value !== "object" || mode.redacting) {
    return { ".tag": tag as unknown as UnknownTag };
  }
  const hidden = omitted.flatMap(([field, caller]) => (permits(mode, caller) ? [] : [field]));
  const members = copyMembers(value ?? {}).filter(([name]) => !hidden.includes(name));
  return { ...Object.fromEntries(members), ".tag": tag as unknown as UnknownTag };
}

/**
 * A copy of JSON of which nothing is known. It calls itself for each level, so that the limit for the depth is that of
 * all other values.
 */
function copyJson(value: unknown, container: Container, key: Key): unknown {
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, index) => copyJson(item, value, index));
  }
  if (typeof value === "object" && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      wrongType(value, container, key, "a value that JSON has");
    }
    return Object.fromEntries(copyMembers(value));
  }
  if (typeof value === "function" || typeof value === "symbol" || value === undefined) {
    wrongType(value, container, key, "a value that JSON has");
  }
  return value;
}

function copyMembers(object: object): [string, unknown][] {
  const members = Object.entries(object).filter(([, member]) => member !== undefined);
  return members.map(([name, member]) => [name, copyJson(member, object, name)]);
}

/** A tag that does not exist for the caller: `other` to who reads it, so that nothing leaks, and an error for who writes it. */
export function hiddenVariant(
  value: unknown,
  tag: string,
  container: Container,
  key: Key,
  mode: Mode,
): { ".tag": "other" } {
  notPermitted(value, tag, container, key, mode);
  if (mode.strict) {
    unknownTag(tag, value, container, key);
  }
  return { ".tag": "other" };
}

/** The same in a closed union. */
export function hiddenTag(value: unknown, tag: string, container: Container, key: Key, mode: Mode): never {
  notPermitted(value, tag, container, key, mode);
  unknownTag(tag, value, container, key);
}

/** The value of an unset field whose default does not exist for the caller, in a closed union: a reader has none. */
export function withoutDefault(container: Container, key: Key, mode: Mode): never {
  if (!mode.writing) {
    fail(container, key, { code: "missing-field", expected: "a tag for this caller", found: "nothing" });
  }
  return undefined as never;
}

/** Ends the check of a closed union. */
export function unknownTag(tag: string, value: unknown, container: Container, key: Key): never {
  const mismatch = { code: "unknown-tag", expected: "a known tag", found: JSON.stringify(tag) } as const;
  if (typeof value === "string") {
    fail(container, key, mismatch);
  }
  fail(value, ".tag", mismatch);
}

function notPermitted(value: unknown, tag: string, container: Container, key: Key, mode: Mode): void {
  if (mode.writing) {
    const mismatch = { code: "not-permitted", expected: "a tag for this caller", found: JSON.stringify(tag) } as const;
    if (typeof value === "string") {
      fail(container, key, mismatch);
    }
    fail(value, ".tag", mismatch);
  }
}

function missingValue(tag: string, container: Container, key: Key): never {
  fail(container, key, { code: "missing-value", expected: `a value for the variant ${tag}`, found: "nothing" });
}
