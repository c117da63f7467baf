/** The validated value, or the issues if it is invalid. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** A problem with a value. */
export interface StandardIssue {
  readonly message: string;
  /**
   * The names of members and indexes of items that lead to the problem, such as `["entries", 3, "size"]`; empty for the value
   * itself.
   */
  readonly path?: readonly PropertyKey[] | undefined;
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
