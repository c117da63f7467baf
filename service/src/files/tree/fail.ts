/** Creates the exception for an error: of the called route, or of an entry of a batch. */
export type Fail<E> = (error: E) => Error;
