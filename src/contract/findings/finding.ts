import type { Exchange } from "../http/exchange.js";
import type { Severity } from "./codes.js";
import type { Problem } from "./problem.js";

/** The exchanges in which a problem shows; the last one is where it does. */
export interface Occurrence {
  readonly problem: Problem;
  readonly exchanges: readonly Exchange[];
}

/** A problem of a route that has been repeated and reduced. */
export interface FoundProblem extends Occurrence {
  readonly route: string;
  readonly severity: Severity;
  /** How often it was seen; repetitions do not count. */
  count: number;
  /** The details of others with the same cause. */
  readonly also: Set<string>;
  /** How often it was seen again when the calls were repeated, and how often they were. */
  readonly repeated: { readonly times: number; readonly of: number };
}
