import type { Details } from "./change.js";
import type { Affected, Rule } from "./report.js";
import type { Verdict } from "./verdict.js";

/** A use of a change, with its effect there. */
export interface Use {
  readonly rule: Rule;
  readonly subject: string;
  /** The subject with the sides swapped, if it is different. */
  readonly mirror?: string;
  readonly details: Details;
  readonly verdict: Verdict;
  readonly affected?: Affected;
}
