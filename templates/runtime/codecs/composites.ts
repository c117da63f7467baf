import { type Check, counted, fail, type Mode, wrongType } from "./check.js";
import { nearestName } from "./nearest-name.js";

/** An object of type `T` whose fields have not been checked yet. */
export type Unchecked<T> = { readonly [K in keyof T]-?: unknown };

/** Whether a value is an object with members, not a list or null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object whose fields can be read. */
export function object<T>(value: unknown, expected = "an object"): Unchecked<T> {
  // Not by `isObject`: with one function more, decoding takes 6 % longer.
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return wrongType(value, expected);
  }
  return value as Unchecked<T>;
}

const emptyObject = {};

/** Like {@link object}, for a struct without required fields: null and undefined count as an empty object. */
export function objectOrNothing<T>(value: unknown): Unchecked<T> {
  return value === undefined || value === null ? (emptyObject as Unchecked<T>) : object<T>(value);
}

/** Returns `copy`. Fails if `from` has fields that `copy` lacks and the mode rejects them; `.tag` is always known. */
export function rejectUnknown<T extends object>(from: object, mode: Mode, copy: T): T {
  if (mode.refusesUnknownFields) {
    for (const name of Object.keys(from)) {
      if (name !== ".tag" && !Object.hasOwn(copy, name) && own(from, name) !== undefined) {
        const suggestion = nearestName(name, Object.keys(copy));
        fail("unknown-field", "no such field", "one", suggestion);
      }
    }
  }
  return copy;
}

/** The value of a field with a name that objects inherit, such as `constructor`. */
export function own(from: object, name: string): unknown {
  const member = (from as Readonly<Record<string, unknown>>)[name]; // always read, for the place of a mismatch
  return Object.hasOwn(from, name) ? member : undefined;
}

/** The value of a field that may be null or unset; both become undefined in the copy. */
export function optional<T>(value: unknown, check: Check<T>, mode: Mode): T | undefined {
  return value === undefined || value === null ? undefined : check(value, mode);
}

/** The value of a field that may be unset: then its default when reading, undefined when writing. */
export function withDefault<T>(value: unknown, check: Check<T>, mode: Mode, defaultValue: T): T {
  return value === undefined ? unset(mode, defaultValue) : check(value, mode);
}

/** The value of an unset field: its default when reading, undefined when writing. */
export function unset<T>(mode: Mode, defaultValue: T): T {
  return mode.writing ? (undefined as T) : defaultValue;
}

/**
 * The value of a field whose check rejects its own default, for example because a number cannot represent it exactly. Readers
 * get the default, or the nearest number. When writing, that value leaves the field unset, so that the receiver uses the default.
 */
export function unlessDefault<T>(value: unknown, mode: Mode, check: Check<T>, defaultValue: T): T {
  return mode.writing && value === defaultValue ? (undefined as T) : check(value, mode);
}

/** Whether the mode includes the fields and tags that are `Omitted` for this caller. */
export function permits(mode: Mode, caller: string): boolean {
  return mode.permissions.includes(caller);
}

/** A list whose items have passed `item`; bounds are inclusive. */
export function list<T>(value: unknown, mode: Mode, item: Check<T>, minItems?: number, maxItems?: number): T[] {
  if (!Array.isArray(value)) {
    return wrongType(value, "a list");
  }
  const items = value as readonly unknown[];
  const { length } = items;
  if (minItems !== undefined && length < minItems) {
    return fail("too-few-items", `at least ${counted(minItems, "item")}`, `${length}`);
  }
  if (maxItems !== undefined && length > maxItems) {
    return fail("too-many-items", `at most ${counted(maxItems, "item")}`, `${length}`);
  }
  // Allocated with its length: an array that grows reserves 17 items, and most lists are short.
  const copy = new Array<T>(length);
  for (let index = 0; index < length; index++) {
    copy[index] = item(items[index], mode);
  }
  return copy;
}

/** A map whose values have passed `entry`, and whose keys have passed `name` if they are constrained. */
export function map<T>(value: unknown, mode: Mode, entry: Check<T>, name?: Check<string>): { [key: string]: T } {
  const from = object<Readonly<Record<string, unknown>>>(value);
  const entries: [string, T][] = [];
  for (const member of Object.keys(from)) {
    const inner = from[member];
    // JavaScript callers use undefined for missing members.
    if (inner !== undefined || !mode.writing) {
      entries.push([name === undefined ? member : name(member, mode), entry(inner, mode)]);
    }
  }
  // Defines properties: an assignment to a key such as `__proto__` would set the prototype.
  return Object.fromEntries(entries);
}
