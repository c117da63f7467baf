import type { Details } from "./change.js";
import type { Affected, Rule } from "./report.js";
import type { Verdict } from "./verdict.js";

/** One use of a change: what it means there. */
export interface Use {
  readonly rule: Rule;
  readonly subject: string;
  /** The subject if the sides are exchanged, if it is another one. */
  readonly mirror?: string;
  readonly details: Details;
  readonly verdict: Verdict;
  readonly affected?: Affected;
}
