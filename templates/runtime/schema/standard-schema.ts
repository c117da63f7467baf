/** The validated value, or the issues if it is invalid. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** A problem of a value. */
export interface StandardIssue {
  readonly message: string;
  /** Names of members and indexes of items, such as `["entries", 3, "size"]`; empty for the value itself. */
  readonly path?: readonly PropertyKey[] | undefined;
}

/** The interface of Standard Schema, version 1, through which forms, routers and RPC libraries accept types of any library. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    /** Never throws, and never changes the value. */
    readonly validate: (value: unknown) => StandardResult<Output>;
    /** For type inference only. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}
