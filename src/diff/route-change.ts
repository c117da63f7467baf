import type { Details } from "./change.js";
import type { routeVerdicts } from "./route-verdicts.js";
import type { Part, Verdict } from "./verdict.js";

export type RouteRule = keyof typeof routeVerdicts | "doc-changed";

/** A difference in a route itself, other than in its types. */
export interface RouteChange {
  readonly rule: RouteRule;
  readonly subject: string;
  /** The subject with the sides swapped, if it is different. */
  readonly mirror?: string;
  readonly verdict: Verdict;
  readonly details: Details;
  /** The part that was added or removed; undefined for the route as a whole. */
  readonly part?: Part;
}
