import { Key } from "./key.js";

/*
 * Values as JSON, for other processes. What JSON does not have is an object whose only member has an empty name, which no
 * other object has: a list of what it is and of what it holds.
 */

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
      return tagged(`["bigint","${value}"]`);
    case "number":
      return Object.is(value, -0) ? "-0" : Number.isFinite(value) ? String(value) : notComparable();
    case "object":
      return value === null ? "null" : printObject(value);
    case "boolean":
      return String(value);
    case "undefined":
      return tagged(`["undefined"]`);
    default:
      return notComparable();
  }
}

function printObject(value: object): string {
  if (Array.isArray(value)) {
    return `[${value.map(print).join()}]`;
  }
  if (value instanceof Map || value instanceof Set) {
    return tagged(`["${value instanceof Map ? "map" : "set"}",${print([...value])}]`);
  }
  if (value instanceof Key) {
    return tagged(`["key",${JSON.stringify(value.id)}]`);
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || "" in value) {
    return notComparable();
  }
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${print(member)}`)
    .join()}}`;
}

function tagged(json: string): string {
  return `${tag}${json}}`;
}

const tag = '{"":';

function notComparable(): never {
  throw new NotComparable();
}

/** The value that a text of {@link printValue} describes; undefined if there are keys in it. */
export function readValue(text: string): { readonly value: unknown } | undefined {
  if (text.includes(`${tag}["key"`)) {
    return undefined;
  }
  const json: unknown = JSON.parse(text);
  return { value: text.includes(tag) ? untag(json) : json };
}

function untag(json: unknown): unknown {
  if (Array.isArray(json)) {
    return json.map(untag);
  }
  if (typeof json !== "object" || json === null) {
    return json;
  }
  if (!("" in json)) {
    return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, untag(member)]));
  }
  const [kind, content] = json[""] as readonly [kind: string, content?: unknown];
  switch (kind) {
    case "map":
      return new Map(untag(content) as readonly (readonly [unknown, unknown])[]);
    case "set":
      return new Set(untag(content) as readonly unknown[]);
    case "bigint":
      return BigInt(content as string);
    default:
      return undefined;
  }
}
