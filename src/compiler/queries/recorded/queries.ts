import type { Finding } from "../../../text/diagnostics/diagnostic.js";
import { isEqual } from "../../../ir/equal.js";
import type { Key } from "../key.js";
import type { Queries } from "../queries.js";
import type { Steps } from "../../../text/steps.js";
import { RecordedInput } from "./input.js";
import { RecordedInputMap } from "./input-map.js";
import { RecordedQuery } from "./query.js";
import { Recording } from "./recording.js";
import { RecordedResult } from "./result.js";

/**
 * Queries whose results record which inputs and other results they read while they are computed. After inputs change,
 * only results that have read a changed value are recomputed. If a recomputed result is equal to the previous one, the
 * results that have read it are not recomputed.
 */
export class RecordedQueries extends Recording implements Queries {
  #queries = 0;

  input<Value>(value: Value, areSame: (a: Value, b: Value) => boolean = isEqual): RecordedInput<Value> {
    return new RecordedInput(value, areSame, this);
  }

  inputMap<Name, Value>(): RecordedInputMap<Name, Value> {
    return new RecordedInputMap(this);
  }

  query<K extends Key, Value>(compute: (key: K) => Value): RecordedQuery<K, Value> {
    return new RecordedQuery(compute, this.#queries++, this);
  }

  single<Value>(compute: () => Value): RecordedResult<undefined, Value> {
    return new RecordedResult(compute, undefined, this.#queries++, this);
  }

  keepInSteps(root: RecordedResult<undefined, unknown>): Steps<void> {
    return root.keepInSteps();
  }

  findings(root: RecordedResult<undefined, unknown>): Finding[] {
    return this.findingsOf(root);
  }
}
