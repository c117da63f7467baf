import { Key } from "../key.js";
import type { Query } from "../query.js";
import type { Result } from "../result.js";
import type { Computing } from "./computing.js";

/** The placeholder for a result that is being computed. */
const running = Symbol("running");

/** The placeholder for the result `undefined`. */
const nothing = Symbol("nothing");

/**
 * A query whose keys hold the values themselves, not objects that contain them, because there are tens of thousands of
 * results.
 */
export class PlainQuery<K extends Key, Value> implements Query<K, Value> {
  readonly #compute: (key: K) => Value;
  readonly #index: number;
  readonly #computing: Computing;

  constructor(compute: (key: K) => Value, index: number, computing: Computing) {
    this.#compute = compute;
    this.#index = index;
    this.#computing = computing;
  }

  get(key: K): Value {
    const known = key.results[this.#index];
    if (known === undefined || known === running) {
      return this.#run(key, known === running);
    }
    // Only this query stores results at this index.
    return (known === nothing ? undefined : known) as Value;
  }

  isKnown(key: K): boolean {
    return key.results[this.#index] !== undefined;
  }

  /** Returns false, because inputs do not change. */
  isOutdated(): boolean {
    return false;
  }

  #run(key: K, isRunning: boolean): Value {
    if (isRunning) {
      throw new Error("A result depends on itself.");
    }
    const { results } = key;
    results[this.#index] = running;
    let kept: unknown;
    try {
      const value = this.#computing.compute(this.#compute, key, this.#index);
      kept = inPlaceOf(value);
      return value;
    } finally {
      results[this.#index] = kept;
    }
  }
}

function inPlaceOf(value: unknown): unknown {
  if (value === undefined) {
    return nothing;
  }
  return value;
}

/** The key of a single result. */
class Whole extends Key {}

export class PlainResult<Value> implements Result<Value> {
  readonly #query: PlainQuery<Key, Value>;
  readonly #key = new Whole();

  constructor(query: PlainQuery<Key, Value>) {
    this.#query = query;
  }

  get(): Value {
    return this.#query.get(this.#key);
  }
}
