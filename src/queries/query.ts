import type { Key } from "./key.js";

/** Results for keys. The keys hold the results. */
export interface Query<K extends Key, Value> {
  get(key: K): Value;

  /** Whether the result for a key is known to be up to date without checking what it has read. */
  isKnown(key: K): boolean;

  /** Whether a result has been computed and something it has read has changed since. */
  isOutdated(key: K): boolean;
}
