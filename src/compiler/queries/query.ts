import type { Recording } from "./recording.js";
import { Result } from "./result.js";

/** A function of keys whose results are kept in the keys, together with the dependencies that they have read. */
export class Query<K extends Key, Value> {
  readonly #compute: (key: K) => Value;
  /** The index of the results in keys. */
  readonly #index: number;
  readonly #recording: Recording;

  constructor(compute: (key: K) => Value, index: number, recording: Recording) {
    this.#compute = compute;
    this.#index = index;
    this.#recording = recording;
  }

  get(key: K): Value {
    return this.#result(key).get();
  }

  /** Whether the result for a key is known to be up to date, without checking what it was computed from. */
  isUpToDate(key: K): boolean {
    return this.#result(key).isUpToDate();
  }

  /** Returns the result for a key, which may not have been computed yet. */
  #result(key: K): Result<Value, K> {
    // Only this query stores results at this index.
    let result = key.results[this.#index] as Result<Value, K> | undefined;
    if (result === undefined) {
      result = new Result(this.#compute, key, this.#index, this.#recording);
      key.results[this.#index] = result;
    }
    return result;
  }

  /** Whether the result for a key has been computed, and something that it was computed from has changed since. */
  isOutdated(key: K): boolean {
    const result = key.results[this.#index] as Result<Value, K> | undefined;
    return result?.isOutdated() === true;
  }
}

/** A key that results are computed for. The key holds the results, so that they exist as long as the key. */
export abstract class Key {
  /** The results by the number of the query. Only the query knows the type of its results. */
  readonly results: unknown[] = [];
}
