import type { Finding } from "../../text/diagnostics/diagnostic.js";
import { isEqual } from "../../ir/equal.js";
import { type Key, Query } from "./query.js";
import type { Steps } from "../../text/steps.js";
import { Input, InputMap } from "./input.js";
import { Recording } from "./recording.js";
import { Result } from "./result.js";

/** Whether results are computed only once, or again after each change of the inputs. */
export type Runs = "once" | "repeatedly";

/**
 * Creates inputs, and results that are computed on first use from inputs and other results. The results do not depend on the order in
 * which they are requested.
 *
 * Results that are computed repeatedly record which inputs and other results they read while they are computed. After inputs change,
 * only results that have read a changed value are recomputed. If a recomputed result is equal to the previous one, the
 * results that have read it are not recomputed.
 */
export class Queries extends Recording {
  #queries = 0;

  constructor(runs: Runs) {
    super(runs === "repeatedly");
  }

  /** Creates a value that is set from outside. Setting a value that is the same according to `areSame` is not a change. */
  input<Value>(value: Value, areSame: (a: Value, b: Value) => boolean = isEqual): Input<Value> {
    return new Input(value, areSame, this);
  }

  /** Creates a map that is set from outside. It is initially empty. */
  inputMap<Name, Value>(): InputMap<Name, Value> {
    return new InputMap(this);
  }

  /** Creates a query, which has a result for each key. */
  query<K extends Key, Value>(compute: (key: K) => Value): Query<K, Value> {
    return new Query(compute, this.#queries++, this);
  }

  /** Creates a single result. */
  single<Value>(compute: () => Value): Result<Value> {
    return new Result(compute, undefined, this.#queries++, this);
  }

  /**
   * Prepares a result and its dependencies for {@link findings}, which does so at once otherwise, in many small steps. Inputs may
   * change in between.
   */
  keepInSteps(root: Result<unknown>): Steps<void> {
    return root.keepInSteps();
  }

  /** Returns all findings of a result and its dependencies, in the order in which the queries were declared. */
  findings(root: Result<unknown>): Finding[] {
    return this.findingsOf(root);
  }
}
