import { fail, type Container, type Key } from "./check.js";

/** Ends the running check: the value is of another kind than `expected` says, such as `a list`, or a field is missing. */
export function wrongType(value: unknown, container: Container, key: Key, expected: string): never {
  const isMissing = value === undefined && container !== undefined && typeof key === "string";
  fail(container, key, { code: isMissing ? "missing-field" : "wrong-type", expected, found: kindOf(value) });
}

/** Names the kind of a value for people: `a string`, `a list`, `a Date object`. Never its content: that may be secret. */
export function kindOf(value: unknown): string {
  if (value === undefined) {
    return "nothing";
  }
  if (value === null) {
    return "null";
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return String(value); // NaN or an Infinity: what is wrong with it
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "object") {
    // A Date or a Uint8Array is what programs try first for a Timestamp or for Bytes: so name it.
    const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
    return name === "Object" ? "an object" : `a ${name} object`;
  }
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
}
