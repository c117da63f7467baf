// Types that browsers have names for and `@types/node` has not: this package type-checks with the types of either.

/** The body of a request. */
export type RequestBody = NonNullable<RequestInit["body"]>;

/** A part of a Blob. */
export type BlobPart = NonNullable<ConstructorParameters<typeof Blob>[0]>[number];
