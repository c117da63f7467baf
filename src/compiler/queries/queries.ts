import type { Finding } from "../../text/diagnostics/diagnostic.js";
import type { Input } from "./input.js";
import type { InputMap } from "./input-map.js";
import type { Key } from "./key.js";
import type { Query } from "./query.js";
import type { Result } from "./result.js";
import type { Steps } from "../../text/steps.js";

/**
 * Creates inputs, and results that are computed on first use from inputs and other results. The results do not depend
 * on the order in which they are requested.
 */
export interface Queries {
  /**
   * Creates a value that is set from outside. Setting a value that is the same according to `areSame` is not a change.
   */
  input<Value>(value: Value, areSame?: (a: Value, b: Value) => boolean): Input<Value>;

  /** Creates a map that is set from outside. It is initially empty. */
  inputMap<Name, Value>(): InputMap<Name, Value>;

  /** Creates a query, which has a result for each key. */
  query<K extends Key, Value>(compute: (key: K) => Value): Query<K, Value>;

  /** Creates a single result. */
  single<Value>(compute: () => Value): Result<Value>;

  /** Adds a finding to the result that is being computed. */
  report(finding: Finding): void;

  /**
   * Prepares a result and its dependencies for {@link findings}, which does so at once otherwise, in many small steps. Inputs may
   * change in between.
   */
  keepInSteps(root: Result<unknown>): Steps<void>;

  /** Returns all findings of a result and its dependencies, in the order in which the queries were declared. */
  findings(root: Result<unknown>): Finding[];
}
