/** A value, or why there is none. */
export type StandardResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** What is wrong with a value. */
export interface StandardIssue {
  readonly message: string;
  /** Names of members and indexes of items, such as `["entries", 3, "size"]`; empty for the value itself. */
  readonly path?: readonly PropertyKey[] | undefined;
}

/** The interface of Standard Schema, version 1, by which forms, routers and RPC libraries take types of others. */
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
