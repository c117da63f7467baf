/** A key that results are computed for. It holds its results, so that they live as long as the key. */
export abstract class Key {
  /** By the number of the query. Only the query knows the type of its results. */
  readonly results: unknown[] = [];
}
