import type { Exchange } from "../http/exchange.js";
import type { Severity } from "./codes.js";
import type { Problem } from "./problem.js";

/** The exchanges that lead to a problem; the last one shows it. */
export interface Occurrence {
  readonly problem: Problem;
  readonly exchanges: readonly Exchange[];
}

/** A problem of a route whose calls have been repeated and reduced. */
export interface FoundProblem extends Occurrence {
  readonly route: string;
  readonly severity: Severity;
  /** How many times the problem was seen, without the repetitions. */
  count: number;
  /** The details of other problems with the same cause. */
  readonly also: Set<string>;
  /** How many times the calls were repeated, and how often the problem was seen again. */
  readonly repeated: { readonly times: number; readonly of: number };
}
