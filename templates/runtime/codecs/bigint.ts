import type { Container, Key, Mode } from "./check.js";
import { maxInt64, maxUint64, minInt64, wholeNumber } from "./scalars.js";

/**
 * An integral number of 64 bits, as a `bigint`. In JSON that is to be written it is a number as far as numbers are exact,
 * so that `JSON.stringify` can write it, and a `bigint` beyond ±(2^53-1), which `stringifyJson` writes.
 */
export function bigInt64(value: unknown, container: Container, key: Key, mode: Mode): bigint {
  return converted(wholeNumber(value, container, key, minInt64, maxInt64), mode);
}

/** An integral number of 64 bits from 0, as a `bigint` like {@link bigInt64}. */
export function bigUint64(value: unknown, container: Container, key: Key, mode: Mode): bigint {
  return converted(wholeNumber(value, container, key, 0n, maxUint64), mode);
}

/** What is written is JSON, whatever the static type of the checked copy says. */
function converted(exact: number | bigint, mode: Mode): bigint {
  return mode.writing ? (exact as bigint) : BigInt(exact);
}
