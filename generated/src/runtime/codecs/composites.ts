import { fail, type Check, type Container, type Key, type Mode } from "./check.js";
import { nearestName } from "./nearest-name.js";
import { wrongType } from "./wrong-type.js";

/** An object of which nothing is known yet but which fields may be there. */
export type Unchecked<T> = { readonly [K in keyof T]-?: unknown };

/** The value as an object whose fields can be looked at. */
export function object<T>(value: unknown, container: Container, key: Key): Unchecked<T> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    wrongType(value, container, key, "an object");
  }
  return value as Unchecked<T>;
}

const emptyObject = {};

/** The same for a struct without required fields, for which nothing is as good as an empty object. */
export function objectOrNothing<T>(value: unknown, container: Container, key: Key): Unchecked<T> {
  return value === undefined || value === null ? (emptyObject as Unchecked<T>) : object<T>(value, container, key);
}

/** The checked copy of `from`, which may have no other fields if the mode refuses them. `.tag` is never unknown. */
export function known<T extends object>(from: object, mode: Mode, copy: T): T {
  if (mode.refusesUnknownFields) {
    for (const name of Object.keys(from)) {
      if (name !== ".tag" && !Object.hasOwn(copy, name) && own(from, name) !== undefined) {
        const suggestion = nearestName(name, Object.keys(copy));
        fail(from, name, { code: "unknown-field", expected: "no such field", found: "one", suggestion });
      }
    }
  }
  return copy;
}

/** A field whose name objects inherit, such as `constructor`. */
export function own(from: object, name: string): unknown {
  return Object.hasOwn(from, name) ? (from as Record<string, unknown>)[name] : undefined;
}

/** A field that is not set: it has its default for who reads it, and is not sent. */
export function unset<T>(mode: Mode, defaultValue: T): T {
  return mode.writing ? (undefined as T) : defaultValue;
}

/**
 * A field whose default no number holds exactly. Readers get the number nearest to it, which no integer that was sent can
 * be: so the field is unset where it has that number, and whoever receives it uses the exact default.
 */
export function unlessNearest<T>(
  value: unknown,
  container: Container,
  key: Key,
  mode: Mode,
  check: Check<T>,
  nearest: number,
): T {
  return mode.writing && value === nearest ? (undefined as T) : check(value, container, key, mode);
}

/** Whether what is `Omitted` for others exists for this caller. */
export function permits(mode: Mode, caller: string): boolean {
  return mode.permissions.includes(caller);
}

/** A list whose items have each passed `item`; bounds are inclusive. */
export function list<T>(
  value: unknown,
  container: Container,
  key: Key,
  mode: Mode,
  item: Check<T>,
  minItems?: number,
  maxItems?: number,
): T[] {
  if (!Array.isArray(value)) {
    wrongType(value, container, key, "a list");
  }
  const items = value as readonly unknown[];
  const { length } = items;
  if (minItems !== undefined && length < minItems) {
    fail(container, key, { code: "too-few-items", expected: `at least ${minItems} items`, found: `${length}` });
  }
  if (maxItems !== undefined && length > maxItems) {
    fail(container, key, { code: "too-many-items", expected: `at most ${maxItems} items`, found: `${length}` });
  }
  // Of its length at once: one that grows begins with room for 17 items, where most lists are short.
  const copy = new Array<T>(length);
  for (let index = 0; index < length; index++) {
    copy[index] = item(items[index], items, index, mode);
  }
  return copy;
}

/** A map whose values have each passed `entry`, and whose keys have passed `name` if they are not free. */
export function map<T>(
  value: unknown,
  container: Container,
  key: Key,
  mode: Mode,
  entry: Check<T>,
  name?: Check<string>,
): { [key: string]: T } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    wrongType(value, container, key, "an object");
  }
  const entries: [string, T][] = [];
  for (const [member, inner] of Object.entries(value)) {
    // JavaScript callers write undefined where nothing is meant.
    if (inner !== undefined || !mode.writing) {
      entries.push([
        name === undefined ? member : name(member, value, member, mode),
        entry(inner, value, member, mode),
      ]);
    }
  }
  // Defines properties where an assignment would stumble over a key such as `__proto__`.
  return Object.fromEntries(entries);
}
