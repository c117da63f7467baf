import type { Key } from "./key.js";

/** A function of keys whose results are cached in the keys. */
export interface Query<K extends Key, Value> {
  get(key: K): Value;

  /** Whether the result for a key is known to be up to date, without checking what it was computed from. */
  isKnown(key: K): boolean;

  /** Whether the result for a key has been computed, and something that it was computed from has changed since. */
  isOutdated(key: K): boolean;
}
