/** The description of a missing value. */
export const missing = "nothing";

/** Describes the kind of a value: `a string`, `a list`, `a Date object`. Never its content, which may be secret. */
export function describeKind(value: unknown): string {
  if (value === undefined) {
    return missing;
  }
  if (value === null) {
    return "null";
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return String(value); // NaN or Infinity
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "object") {
    // Passing a Date for a Timestamp or a Uint8Array for Bytes is a common mistake, so the class is named.
    const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
    return name === "Object" ? "an object" : `${/^[AEIO]/.test(name) ? "an" : "a"} ${name} object`;
  }
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
}
