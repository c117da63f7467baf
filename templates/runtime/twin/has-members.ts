import { isObject } from "../codecs/composites.js";

/** Returns whether a value has all members of a partial one, at any depth. A bare tag matches a variant with that tag. */
export function hasMembers(value: unknown, partial: unknown): boolean {
  if (typeof partial === "string" && isObject(value)) {
    return value instanceof Date ? value.getTime() === Date.parse(partial) : value[".tag"] === partial;
  }
  if (partial instanceof Date) {
    return value instanceof Date && value.getTime() === partial.getTime();
  }
  if (Array.isArray(partial)) {
    const items: readonly unknown[] = partial;
    return (
      Array.isArray(value) && value.length === items.length && items.every((item, at) => hasMembers(value[at], item))
    );
  }
  if (isObject(partial)) {
    return (
      isObject(value) &&
      Object.entries(partial).every(([name, member]) => member === undefined || hasMembers(value[name], member))
    );
  }
  // One side may contain 64-bit integers as numbers, and the other as bigints.
  return typeof value === "bigint" || typeof partial === "bigint"
    ? String(value) === String(partial)
    : value === partial;
}
