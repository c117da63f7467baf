import { isEqual } from "../ir/equal.js";
import { Input } from "./input.js";
import type { Key } from "./key.js";
import { Query } from "./query.js";
import { Recording } from "./recording.js";
import { Result } from "./result.js";

/**
 * Results that remember what they were computed from. A result reads inputs and other results; what it reads is recorded
 * while it is computed. After inputs change, only results that have read a changed value are computed again, and a result
 * that is the same as before ends the change. Results do not depend on the order in which they are asked for.
 */
export class Queries extends Recording {
  #queries = 0;

  /** A value that is set from outside. */
  input<Value>(value: Value, areSame: (a: Value, b: Value) => boolean = isEqual): Input<Value> {
    return new Input(value, areSame, this);
  }

  /** A result for each key. */
  query<K extends Key, Value>(compute: (key: K) => Value): Query<K, Value> {
    return new Query(compute, this.#queries++, this);
  }

  /** A single result. */
  single<Value>(compute: () => Value): Result<undefined, Value> {
    return new Result(compute, undefined, this.#queries++, this);
  }
}
