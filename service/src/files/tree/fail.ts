/** Returns the exception to throw for an error: a route error, or the failure of a batch entry. */
export type Fail<E> = (error: E) => Error;
