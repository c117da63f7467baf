import { md5 } from "./md5.js";

/**
 * How a value is hashed. `float`: a number of a float field, as Python prints it, `5.0`. `opaque`: Bytes and
 * Timestamps, which are strings here but not in Python and have no hash. `plain`: everything else.
 */
export type HashKind = "plain" | "float" | "opaque";

/**
 * Replaces a value, each item of a list or each value of a map by asterisks. If a pattern is found in a string, its
 * groups are kept, joined by asterisks; Bytes and Timestamps have no pattern. Null and unset values are kept, except as
 * items. The return type is `never` because checks return it in place of a value of any type.
 */
export function blot(value: unknown, pattern?: RegExp): never {
  return each(value, (item) => matchGroups(item, pattern) ?? "********") as never;
}

/**
 * Replaces a value by its MD5, per item like {@link blot}, so that equal values can be recognized in logs. Values
 * without text, such as a null item or a list in a list, have the hash `null`. If a pattern is found in a string, its
 * groups follow in parentheses. The return type is `never` as above.
 */
export function hash(value: unknown, kind: HashKind, pattern?: RegExp): never {
  return each(value, (item) => {
    if (kind === "opaque") {
      return null;
    }
    const text = hashedText(item, kind);
    const digest = text === undefined ? null : md5(text);
    const groups = matchGroups(item, pattern);
    if (groups === undefined) {
      return digest;
    }
    return digest === null ? groups : `${digest} (${groups})`;
  }) as never;
}

function each(value: unknown, redactItem: (item: unknown) => unknown): unknown {
  if (value === undefined || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return Array.from(value, redactItem);
  }
  if (typeof value === "object" && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactItem(item)]));
  }
  return redactItem(value);
}

/**
 * The longest text that is searched with a pattern. A search can take quadratic time, and logging must not take seconds
 * because a caller sent a long text. Longer texts are masked completely.
 */
const longestSearched = 256;

/** Returns the groups of the pattern if it is found in a string; a group that did not participate is empty. */
function matchGroups(value: unknown, pattern: RegExp | undefined): string | undefined {
  if (typeof value !== "string" || pattern === undefined || value.length > longestSearched) {
    return undefined;
  }
  try {
    return pattern.exec(value)?.slice(1).join("***");
  } catch {
    return undefined; // the matcher exceeded the stack, which must not make logging fail
  }
}

/** Returns the text of a value to hash: the text that Python hashes, so that the hashes can be compared. */
function hashedText(value: unknown, kind: HashKind): string | undefined {
  switch (typeof value) {
    case "string":
      return /\p{Surrogate}/u.test(value) ? undefined : value; // a lone surrogate cannot be encoded in UTF-8
    case "boolean":
      return value ? "True" : "False";
    case "bigint":
      return kind === "float" ? floatText(Number(value)) : String(value);
    case "number":
      return kind === "plain" && Number.isSafeInteger(value) ? String(value) : floatText(value);
    default:
      return undefined;
  }
}

/** Returns a float as Python prints it: the same digits, but always a point or an exponent, with exponents starting at 1e16. */
function floatText(value: number): string | undefined {
  if (!Number.isFinite(value)) {
    return undefined;
  }
  const [digits, exponent] = value.toExponential().split("e") as [string, string]; // prints -0 as 0
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  // In this range String writes no exponent, except below 1e-6, which is handled above.
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
