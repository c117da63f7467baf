import type { Name } from "../ir/api.js";
import type { localVerdicts } from "./local-verdicts.js";
import type { LocalVerdict } from "./verdict.js";

/** The words of the rules about places: fields, tags, values, definitions. */
export type PlaceRule = keyof typeof localVerdicts;

/** What differs in a pair of definitions or types. */
export interface Change {
  readonly rule: PlaceRule;
  readonly subject: string;
  /** The subject that the same place has if the sides are exchanged. */
  readonly mirror: string;
  readonly verdict: LocalVerdict;
  /** The last step of the path: `FileMetadata.size`. */
  readonly step: string;
  readonly details: Details;
  /** What the change is about on either side; undefined where it does not exist. */
  readonly before: Target | undefined;
  readonly after: Target | undefined;
}

/** What messages tell of a change. */
export interface Details {
  readonly from?: unknown;
  readonly to?: unknown;
  /** The other name, if a field or tag may have been renamed (CMP-17). */
  readonly perhapsRenamed?: string | undefined;
  /** Whether what is gone was deprecated. */
  readonly wasDeprecated?: boolean;
  /** The definitions, if one took the place of another one, so that members of it seem to come and go. */
  readonly replacement?: { readonly old: string; readonly now: string } | undefined;
  /** Whether what was hidden from callers or from logs may be visible now: it has another `Omitted`, or another redactor. */
  readonly isPrivate?: boolean;
}

/** A definition, or a field, tag or subtype of one. */
export interface Target extends Name {
  readonly member?: string;
}

/** Two definitions that are compared with each other because a place refers to them. */
export interface Pair {
  readonly before: Name;
  readonly after: Name;
}

/** A place that refers to a pair. */
export interface Link {
  readonly pair: Pair;
  /** As in {@link Change}: `ListFolderResult.entries[]`. */
  readonly step: string;
  /** Whether the place exists in messages only for callers with a permission. */
  readonly isOmitted: boolean;
}

/** What a comparison has found in one place or one pair of definitions. */
export interface Comparison {
  readonly changes: readonly Change[];
  readonly links: readonly Link[];
}
