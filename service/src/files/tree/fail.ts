/** Makes what is thrown for an error: of the route that is called, or of an entry of a batch. */
export type Fail<E> = (error: E) => Error;
