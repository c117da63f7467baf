import { Key } from "./key.js";

/**
 * A value as a text that is the same exactly for equal values (see `isEqual`), in every process. Keys are their ids;
 * undefined if there is anything else in it that is compared by identity.
 */
export function printValue(value: unknown): string | undefined {
  try {
    return print(value);
  } catch (thrown) {
    if (thrown instanceof NotComparable) {
      return undefined;
    }
    throw thrown;
  }
}

class NotComparable extends Error {}

function print(value: unknown): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "bigint":
      return `${value}n`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "object":
      return value === null ? "null" : printObject(value);
    case "boolean":
    case "undefined":
      return String(value);
    default:
      throw new NotComparable();
  }
}

function printObject(value: object): string {
  if (Array.isArray(value)) {
    return `[${value.map(print).join()}]`;
  }
  if (value instanceof Map || value instanceof Set) {
    return `${value instanceof Map ? "map" : "set"}${print([...value])}`;
  }
  if (value instanceof Key) {
    return `key${JSON.stringify(value.id)}`;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    throw new NotComparable();
  }
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${print(member)}`)
    .join()}}`;
}
