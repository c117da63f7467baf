import type { Key } from "./key.js";
import type { Recording } from "./recording.js";
import { Result } from "./result.js";

/** Results for keys, which hold them. */
export class Query<K extends Key, Value> {
  readonly #compute: (key: K) => Value;
  /** Where keys hold the results. */
  readonly #index: number;
  readonly #recording: Recording;

  constructor(compute: (key: K) => Value, index: number, recording: Recording) {
    this.#compute = compute;
    this.#index = index;
    this.#recording = recording;
  }

  get(key: K): Value {
    return this.result(key).get();
  }

  /** The result for a key; it may not be computed yet. */
  result(key: K): Result<K, Value> {
    // Only this query puts results at its index.
    let result = key.results[this.#index] as Result<K, Value> | undefined;
    if (result === undefined) {
      result = new Result(this.#compute, key, this.#index, this.#recording);
      key.results[this.#index] = result;
    }
    return result;
  }

  /** Whether a result has been computed and something it has read has changed since. */
  isOutdated(key: K): boolean {
    const result = key.results[this.#index] as Result<K, Value> | undefined;
    return result?.isOutdated() === true;
  }
}
