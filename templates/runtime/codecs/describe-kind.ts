/** How a value that is not there is described. */
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
    return String(value); // NaN and Infinity say what is wrong
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "object") {
    // A Date or a Uint8Array is the usual mistake for a Timestamp or for Bytes, so name the class.
    const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
    return name === "Object" ? "an object" : `${/^[AEIO]/.test(name) ? "an" : "a"} ${name} object`;
  }
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
}
