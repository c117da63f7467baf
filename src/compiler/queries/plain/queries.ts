import type { Finding } from "../../../text/diagnostics/diagnostic.js";
import type { Key } from "../key.js";
import type { Queries } from "../queries.js";
import type { Steps } from "../../../text/steps.js";
import { Computing } from "./computing.js";
import { PlainInput, PlainInputMap } from "./inputs.js";
import { PlainQuery, PlainResult } from "./results.js";

/** Queries whose inputs do not change after the first computation. They cache only their results. */
export class PlainQueries extends Computing implements Queries {
  #queries = 0;

  input<Value>(value: Value): PlainInput<Value> {
    return new PlainInput(value, this);
  }

  inputMap<Name, Value>(): PlainInputMap<Name, Value> {
    return new PlainInputMap(this);
  }

  query<K extends Key, Value>(compute: (key: K) => Value): PlainQuery<K, Value> {
    return new PlainQuery(compute, this.#queries++, this);
  }

  single<Value>(compute: () => Value): PlainResult<Value> {
    return new PlainResult(this.query(compute));
  }

  /** Does nothing, because results are not kept up to date. */
  *keepInSteps(): Steps<void> {
    // Without steps.
  }

  findings(root: PlainResult<unknown>): Finding[] {
    // Every result that has been computed was also requested, so that all findings count.
    root.get();
    return this.allFindings();
  }
}
