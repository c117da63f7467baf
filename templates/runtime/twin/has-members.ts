import { isMembers } from "./data.js";

/** Whether a value has all members of a partial one, at any depth. A bare tag is that of a variant. */
export function hasMembers(value: unknown, partial: unknown): boolean {
  if (typeof partial === "string" && isMembers(value)) {
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
  if (isMembers(partial)) {
    return (
      isMembers(value) &&
      Object.entries(partial).every(([name, member]) => member === undefined || hasMembers(value[name], member))
    );
  }
  // Integers of 64 bits may be numbers here and bigints there.
  return typeof value === "bigint" || typeof partial === "bigint"
    ? String(value) === String(partial)
    : value === partial;
}
