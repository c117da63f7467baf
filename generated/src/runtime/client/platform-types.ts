// Types that are named in TypeScript's DOM library but not in `@types/node`: this package compiles with either.

/** The body of a request. */
export type RequestBody = NonNullable<RequestInit["body"]>;

/** A part of a Blob. */
export type BlobPart = NonNullable<ConstructorParameters<typeof Blob>[0]>[number];
