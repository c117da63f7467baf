import type { Name } from "../ir/api.js";
import type { localVerdicts } from "./local-verdicts.js";
import type { LocalVerdict } from "./verdict.js";

/** The names of the rules about places: fields, tags, values, definitions. */
export type PlaceRule = keyof typeof localVerdicts;

/** A difference in a pair of definitions or types. */
export interface Change {
  readonly rule: PlaceRule;
  readonly subject: string;
  /** The subject of the same change with the sides swapped. */
  readonly mirror: string;
  readonly verdict: LocalVerdict;
  /** The last step of the path: `FileMetadata.size`. */
  readonly step: string;
  readonly details: Details;
  /** The subject of the change on each side; undefined where it does not exist. */
  readonly before: Target | undefined;
  readonly after: Target | undefined;
}

/** The details of a change for its message. */
export interface Details {
  readonly from?: unknown;
  readonly to?: unknown;
  /** The other name, if a field or tag may have been renamed (CMP-17). */
  readonly perhapsRenamed?: string | undefined;
  /** Whether the removed subject was deprecated. */
  readonly wasDeprecated?: boolean;
  /** The name of the route by which the removed route was deprecated, if the new API has it. */
  readonly successor?: string | undefined;
  /** The differences between the two types, if the type of a part of a route or of an alias is another one. */
  readonly differences?: readonly Difference[];
  /** The definitions, if the place now refers to another one, so that members seem to be added and removed. */
  readonly replacement?: Replacement | undefined;
  /**
   * Whether data that was hidden from callers or from logs may be visible now, because `Omitted` or a redactor has changed.
   */
  readonly isPrivate?: boolean;
}

/** The names of two definitions, where the second replaces the first. */
export interface Replacement {
  readonly old: string;
  readonly now: string;
}

/** A difference between a type and the type that replaces it. */
export interface Difference {
  readonly change: Change;
  /** The steps from the place to the difference: `Order.lines[] → Line.size`. */
  readonly path: string;
}

/** A definition, or a field, tag or subtype of one. */
export interface Target extends Name {
  readonly member?: string;
}

/** Two definitions that are compared because a place refers to both. */
export interface Pair {
  readonly before: Name;
  readonly after: Name;
}

/** A place that refers to a pair. */
export interface Link {
  readonly pair: Pair;
  /** The last step of the path, as in {@link Change}: `ListFolderResult.entries[]`. */
  readonly step: string;
  /** Whether the place is only in messages of callers with a permission. */
  readonly isOmitted: boolean;
}

/** The findings of a comparison in one place or one pair of definitions. */
export interface Comparison {
  readonly changes: readonly Change[];
  readonly links: readonly Link[];
}

/** A difference between the values of two types, independent of where the types are used. */
export interface ValueChange {
  readonly rule: PlaceRule;
  readonly verdict: LocalVerdict;
  readonly details: Details;
}
