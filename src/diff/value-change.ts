import type { Details, PlaceRule } from "./change.js";
import type { LocalVerdict } from "./verdict.js";

/** A difference between the values of two types, independent of where the types are used. */
export interface ValueChange {
  readonly rule: PlaceRule;
  readonly verdict: LocalVerdict;
  readonly details: Details;
}
