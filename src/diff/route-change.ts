import type { Details } from "./change.js";
import type { routeVerdicts } from "./route-verdicts.js";
import type { Part, Verdict } from "./verdict.js";

export type RouteRule = keyof typeof routeVerdicts | "doc-changed";

/** What differs in a route itself, as far as it is no matter of types. */
export interface RouteChange {
  readonly rule: RouteRule;
  readonly subject: string;
  /** The subject if the sides are exchanged, where it is another one. */
  readonly mirror?: string;
  readonly verdict: Verdict;
  readonly details: Details;
  /** The part that came or went; undefined for the route as a whole. */
  readonly part?: Part;
}
