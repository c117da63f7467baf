import { fail, type Mode } from "./check.js";
import { maxInt64, maxUint64, minInt64, wholeNumber } from "./scalars.js";

/**
 * Returns a 64-bit integer as a `bigint`. When encoded, it becomes a number if a number represents it exactly, so that
 * `JSON.stringify` can write it; beyond ±(2^53-1) it stays a `bigint`, which `stringifyJson` can write.
 */
export function bigInt64(value: unknown, mode: Mode): bigint {
  return converted(wholeNumber(value, minInt64, maxInt64), mode);
}

/** Returns an unsigned 64-bit integer as a `bigint`, like {@link bigInt64}. */
export function bigUint64(value: unknown, mode: Mode): bigint {
  return converted(wholeNumber(value, 0n, maxUint64), mode);
}

/** Returns the checked value; when encoding, this is JSON, even though the static type of the checked copy is `bigint`. */
function converted(exact: number | bigint, mode: Mode): bigint {
  if (typeof exact === "number" && !Number.isSafeInteger(exact)) {
    fail("out-of-range", "a bigint beyond ±9007199254740991", `the number ${exact}, which may have been rounded`);
  }
  return mode.writing ? (exact as bigint) : BigInt(exact);
}
