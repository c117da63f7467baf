import { counted, fail, type Mode, wrongType } from "./check.js";

/** `true` or `false`; 0 and 1 are rejected. */
export function boolean(value: unknown): boolean {
  return typeof value === "boolean" ? value : wrongType(value, "true or false");
}

/** Returns a 32-bit integer, in any JSON notation: `1.0` is 1, `-0` is 0. */
export function int32(value: unknown): number {
  return typeof value === "number" && (value | 0) === value ? value | 0 : integer(value, -0x8000_0000n, 0x7fff_ffffn);
}

/** Returns an unsigned 32-bit integer. */
export function uint32(value: unknown): number {
  return typeof value === "number" && value >>> 0 === value ? value >>> 0 : integer(value, 0n, 0xffff_ffffn);
}

export const minInt64 = -0x8000_0000_0000_0000n;
export const maxInt64 = 0x7fff_ffff_ffff_ffffn;
export const maxUint64 = 0xffff_ffff_ffff_ffffn;

/** Returns a 64-bit integer within ±(2^53-1). Larger ones are rejected, because a number would round them. */
export function int64(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value)
    ? value + 0 // -0 becomes 0
    : integer(value, minInt64, maxInt64);
}

/** Returns an unsigned 64-bit integer up to 2^53-1, like {@link int64}. */
export function uint64(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? value + 0
    : integer(value, 0n, maxUint64);
}

/** Returns a number within ±3.40282e38, the limit of Stone. It is not rounded to single precision. */
export function float32(value: unknown): number {
  return float(value, 3.40282e38);
}

/** Returns a finite number; a `bigint` is converted to the nearest number. */
export function float64(value: unknown): number {
  return float(value, Number.MAX_VALUE);
}

/** Returns a number or `bigint` that has passed its type check, within inclusive bounds. */
export function within<T extends number | bigint>(
  value: T,
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): T {
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    fail("out-of-range", `a number that is ${limits(min, max)}`, String(value));
  }
  return value;
}

/** Any string, including lone surrogates. */
export function string(value: unknown): string {
  return typeof value === "string" ? value : wrongType(value, "a string");
}

/**
 * Returns a string with bounds for its length in code points, and a pattern that is anchored at both ends; `specified` is the
 * pattern in the specification. The bounds are checked first, so that the pattern is never applied to a string that is too
 * long.
 */
export function text(
  value: unknown,
  minLength: number | undefined,
  maxLength: number | undefined,
  pattern?: RegExp,
  specified: string | undefined = pattern?.source,
): string {
  if (typeof value !== "string") {
    return wrongType(value, "a string");
  }
  const min = minLength ?? 0;
  const max = maxLength ?? Infinity;
  // A code point has one or two code units, so most strings need no counting.
  if (value.length > max || value.length < 2 * min) {
    const length = codePoints(value);
    if (length > max || length < min) {
      return fail(
        length > max ? "too-long" : "too-short",
        `a string of ${limits(minLength, maxLength)} character${(maxLength ?? min) === 1 ? "" : "s"}`,
        counted(length, "character"),
      );
    }
  }
  if (pattern !== undefined && !matches(pattern, value)) {
    fail("pattern", `a string that matches ${specified}`, "one that does not");
  }
  return value;
}

/** Standard base64 with padding, exactly as an encoder prints it: no spaces, no unused bits set. */
export function bytes(value: unknown): string {
  if (typeof value !== "string") {
    return wrongType(value, "a string in base64");
  }
  if (!isBase64(value)) {
    fail("bad-base64", "standard base64 with padding", "another string");
  }
  return value;
}

/**
 * Returns a Void in memory. Lenient readers ignore a value that a newer sender may have added; when writing, a value is an
 * error.
 */
export function nothing(value: unknown, mode: Mode): undefined {
  if (value !== undefined && value !== null && (mode.strict || mode.writing)) {
    wrongType(value, "null");
  }
  return undefined;
}

/** Returns an integer that a number represents exactly. */
function integer(value: unknown, min: bigint, max: bigint): number {
  const exact = wholeNumber(value, min, max);
  if (!Number.isSafeInteger(exact)) {
    fail(
      "out-of-range",
      'an integer within ±9007199254740991, as the package was generated with int64: "number"',
      typeof exact === "bigint" ? String(exact) : `the number ${exact}, which may have been rounded`,
    );
  }
  return Number(exact);
}

/**
 * Returns an integer within inclusive bounds: a number within ±(2^53-1), otherwise a `bigint`; or, if `value` is a number beyond
 * that, the number itself, which may have been rounded.
 */
export function wholeNumber(value: unknown, min: bigint, max: bigint): number | bigint {
  if (typeof value !== "number" && typeof value !== "bigint") {
    return wrongType(value, "an integer");
  }
  if (typeof value === "number" && !Number.isInteger(value)) {
    return fail("wrong-type", "an integer", String(value));
  }
  if (value < min || value > max) {
    return fail("out-of-range", `an integer that is ${limits(min, max)}`, String(value));
  }
  return Number.isSafeInteger(Number(value)) ? Number(value) + 0 : value;
}

function float(value: unknown, bound: number): number {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) {
    return wrongType(value, "a number");
  }
  if (number > bound || number < -bound) {
    fail("out-of-range", `a number within ±${bound}`, String(number));
  }
  return number + 0; // -0 becomes 0
}

function limits(min: number | bigint | undefined, max: number | bigint | undefined): string {
  if (min === undefined) {
    return `at most ${String(max)}`;
  }
  if (min === max) {
    return String(min);
  }
  return max === undefined ? `at least ${String(min)}` : `${String(min)} to ${String(max)}`;
}

/** Returns the length of a string in code points: a surrogate pair counts once, and so does a lone surrogate. */
function codePoints(value: string): number {
  // For a string of single bytes the engine returns immediately.
  const hasPairs = /[\ud800-\udbff]/.test(value);
  return (hasPairs ? value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "-") : value).length;
}

function matches(pattern: RegExp, value: string): boolean {
  try {
    return pattern.test(value);
  } catch {
    return false; // the matcher exceeded the stack: millions of characters
  }
}

function isBase64(value: string): boolean {
  const body = value.endsWith("==") ? value.slice(0, -2) : value.endsWith("=") ? value.slice(0, -1) : value;
  if (value.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(body)) {
    return false;
  }
  // If there is padding, the last character has unused bits, which an encoder sets to 0.
  switch (value.length - body.length) {
    case 0:
      return true;
    case 1:
      return "AEIMQUYcgkosw048".includes(body.slice(-1));
    default:
      return "AQgw".includes(body.slice(-1));
  }
}
