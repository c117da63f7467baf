import type { Finding } from "../diagnostics/diagnostic.js";
import type { Input } from "./input.js";
import type { InputMap } from "./input-map.js";
import type { Key } from "./key.js";
import type { Query } from "./query.js";
import type { Result } from "./result.js";

/**
 * Results that are computed from inputs and other results on first use. They do not depend on the order in which they
 * are requested.
 */
export interface Queries {
  /** Returns a value that is set from outside. Setting a value for which `areSame` holds is not a change. */
  input<Value>(value: Value, areSame?: (a: Value, b: Value) => boolean): Input<Value>;

  /** Returns a map that is set from outside, initially empty. */
  inputMap<Name, Value>(): InputMap<Name, Value>;

  /** Returns a result for each key. */
  query<K extends Key, Value>(compute: (key: K) => Value): Query<K, Value>;

  /** Returns a single result. */
  single<Value>(compute: () => Value): Result<Value>;

  /** Adds a finding to the result that is being computed. */
  report(finding: Finding): void;

  /** Returns all findings of a result and its dependencies, in the order in which the queries were declared. */
  findings(root: Result<unknown>): Finding[];
}
