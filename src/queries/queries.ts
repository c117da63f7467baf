import { isEqual } from "../ir/equal.js";
import type { Dependency } from "./dependency.js";
import { Input } from "./input.js";
import type { Key } from "./key.js";
import { Query } from "./query.js";
import { Recording } from "./recording.js";
import { Result, type Restorable } from "./result.js";

/**
 * Results that remember what they were computed from. A result reads inputs and other results; what it has read is recorded
 * while it is computed. After a change of inputs only those results are computed again that have read something that differs,
 * and a result that comes out as before ends the change. Results do not depend on the order in which they are asked for.
 */
export class Queries extends Recording {
  #queries = 0;
  /** What other processes can refer to: inputs by id, and how to find the results of queries by name. */
  readonly #inputs = new Map<string, TouchableInput>();
  readonly #results = new Map<string, (key: Key | undefined) => Restorable | undefined>();

  /** A value that is set from outside. With an `id`, other processes can refer to it. */
  input<Value>(value: Value, areSame: (a: Value, b: Value) => boolean = isEqual, id?: string): Input<Value> {
    const input = new Input(value, areSame, this, id);
    if (id !== undefined) {
      this.#inputs.set(id, input);
    }
    return input;
  }

  /** A result for each key. With a `name`, other processes can refer to the results by the ids of the keys. */
  query<K extends Key, Value>(compute: (key: K) => Value, name?: string): Query<K, Value> {
    const query = new Query(compute, this.#queries++, this, name);
    if (name !== undefined) {
      this.#results.set(name, (key) => key && query.result(key as K)); // keys with such ids are of one kind
    }
    return query;
  }

  /** A single result. With a `name`, other processes can refer to it. */
  single<Value>(compute: () => Value, name?: string): Result<undefined, Value> {
    const result = new Result(compute, undefined, this.#queries++, this, name);
    if (name !== undefined) {
      this.#results.set(name, () => result);
    }
    return result;
  }

  /** The input with an id. */
  findInput(id: string): TouchableInput | undefined {
    return this.#inputs.get(id);
  }

  /** The result of the query with a name for a key; for one that is single, without a key. */
  findResult(name: string, key: Key | undefined): Restorable | undefined {
    return this.#results.get(name)?.(key);
  }
}

/** An input whose value does not matter. */
type TouchableInput = Dependency & Pick<Input<never>, "touch">;
