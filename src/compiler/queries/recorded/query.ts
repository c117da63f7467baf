import type { Key } from "../key.js";
import type { Query } from "../query.js";
import type { Recording } from "./recording.js";
import { RecordedResult } from "./result.js";

/** A query whose keys hold results together with the dependencies that they have read. */
export class RecordedQuery<K extends Key, Value> implements Query<K, Value> {
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

  isKnown(key: K): boolean {
    return this.#result(key).isKnown();
  }

  /** Returns the result for a key, which may not have been computed yet. */
  #result(key: K): RecordedResult<K, Value> {
    // Only this query stores results at this index.
    let result = key.results[this.#index] as RecordedResult<K, Value> | undefined;
    if (result === undefined) {
      result = new RecordedResult(this.#compute, key, this.#index, this.#recording);
      key.results[this.#index] = result;
    }
    return result;
  }

  isOutdated(key: K): boolean {
    const result = key.results[this.#index] as RecordedResult<K, Value> | undefined;
    return result?.isOutdated() === true;
  }
}
