import type { MismatchCode } from "../codecs/codec-error.js";

/** The validated value, or the issues if it is invalid. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** A problem with a value. */
export interface StandardIssue {
  readonly message: string;
  /**
   * The names of members and indexes of items that lead to the problem, such as `["entries", 3, "size"]`; empty for the value
   * itself.
   */
  readonly path?: readonly PropertyKey[] | undefined;
}

/** The values of the constraint that a value does not satisfy: those that the issue is about. */
export interface Constraint {
  /** The smallest number, length or number of items. */
  readonly min?: number | bigint;
  /** The largest number, length or number of items. */
  readonly max?: number | bigint;
  /** The pattern in the specification. */
  readonly pattern?: string;
  /** The format of a timestamp, such as `%Y-%m-%d`. */
  readonly format?: string;
}

/** A problem with a value, with what an application needs to say it in other words. */
export interface SchemaIssue extends StandardIssue, Constraint {
  /** The kind of the problem, which does not change; `unreadable` if reading the value has failed. */
  readonly code: MismatchCode | "unreadable";
  /** What the specification requires, in English, such as `a string of 1 to 255 characters`. */
  readonly expected?: string;
  /** What was found instead, in English, such as `a number` or `nothing`. */
  readonly found?: string;
  /** The name of a similar field, if the field is unknown. */
  readonly suggestion?: string;
}

/**
 * The interface of Standard Schema, version 1, through which forms, routers and RPC libraries accept the schemas of any
 * library.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    /** Validates a value, which is not changed. Never throws. */
    readonly validate: (value: unknown) => StandardResult<Output>;
    /** For type inference only. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}
