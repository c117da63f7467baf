/** A key that results are computed for. The key holds the results, so that they exist as long as the key. */
export abstract class Key {
  /** The results by the number of the query. Only the query knows the type of its results. */
  readonly results: unknown[] = [];
}
