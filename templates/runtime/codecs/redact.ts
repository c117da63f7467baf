import { md5 } from "./md5.js";

/**
 * How a value is hashed. `float`: a number of a float field, whose text is Python's, `5.0`. `opaque`: Bytes and
 * Timestamps, strings in memory but not in Python, which have no hash. `plain`: all else.
 */
export type HashKind = "plain" | "float" | "opaque";

/**
 * The value with asterisks in place of it; of a list in place of each item, of a map in place of each value. With a
 * pattern that is found in a string, its groups are left, joined by asterisks; Bytes and Timestamps are no strings and
 * get none. Null and unset values stay what they are, but not as items.
 */
export function blot(value: unknown, pattern?: RegExp): unknown {
  return each(value, (item) => groupsOf(item, pattern) ?? "********");
}

/**
 * The value with its MD5 in place of it, by items like {@link blot}, so that equal values can be told in logs. What has
 * no text, such as a null item or a list in a list, has the hash `null`. With a pattern that is found in a string, its
 * groups follow in parentheses.
 */
export function hash(value: unknown, kind: HashKind, pattern?: RegExp): unknown {
  return each(value, (item) => {
    if (kind === "opaque") {
      return null;
    }
    const text = textOf(item, kind);
    const digest = text === undefined ? null : md5(text);
    const groups = groupsOf(item, pattern);
    if (groups === undefined) {
      return digest;
    }
    return digest === null ? groups : `${digest} (${groups})`;
  });
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
 * The longest text that a pattern is tried on. The engine tries each place as a start, and from some again each place:
 * a log must not take seconds because somebody sent a long text. Longer ones are masked whole.
 */
const longestSearched = 256;

/** The groups of the pattern where it is found in a string; one that took no part is empty. */
function groupsOf(value: unknown, pattern: RegExp | undefined): string | undefined {
  if (typeof value !== "string" || pattern === undefined || value.length > longestSearched) {
    return undefined;
  }
  try {
    return pattern.exec(value)?.slice(1).join("***");
  } catch {
    return undefined; // the matcher ran out of stack; a log must not fail for that
  }
}

/** What of a value is hashed: the text that Python has for it, so that hashes of both can be compared. */
function textOf(value: unknown, kind: HashKind): string | undefined {
  switch (typeof value) {
    case "string":
      return /\p{Surrogate}/u.test(value) ? undefined : value; // a lone one: there is no UTF-8 for it
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

/** A float as Python prints it: the same digits, but always a point or an exponent, and the exponent from 1e16 on. */
function floatText(value: number): string | undefined {
  if (!Number.isFinite(value)) {
    return undefined;
  }
  const [digits, exponent] = (value + 0).toExponential().split("e") as [string, string]; // -0 is 0
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  // In this range String writes no exponent, except below 1e-6, which the first case has taken.
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
