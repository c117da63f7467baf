import type { Segment } from "../codecs/path.js";
import { isObject } from "../codecs/composites.js";

export type JsonPath = readonly Segment[];

/** Returns a copy of the JSON in which the value at a path is replaced; if the new value is undefined, it is removed. */
export function withValueAt<Json>(json: Json, path: JsonPath, value: Json | undefined): Json;
export function withValueAt(json: unknown, [key, ...rest]: JsonPath, value: unknown): unknown {
  if (key === undefined) {
    return value ?? null;
  }
  if (Array.isArray(json)) {
    const items: readonly unknown[] = json;
    return value === undefined && rest.length === 0
      ? items.filter((_, index) => index !== key)
      : items.map((item, index) => (index === key ? withValueAt(item, rest, value) : item));
  }
  const members = isObject(json) ? json : {};
  const name = String(key);
  const before = Object.hasOwn(members, name) ? members[name] : null;
  const changed = rest.length === 0 ? value : withValueAt(before, rest, value);
  // A Map keeps the order of its keys, and treats `__proto__` like any other key.
  const entries = new Map(Object.entries(members));
  if (changed === undefined) {
    entries.delete(name);
  } else {
    entries.set(name, changed);
  }
  return Object.fromEntries(entries);
}
