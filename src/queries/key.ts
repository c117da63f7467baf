/** What results are computed for. It holds its results, so that they live as long as it does. */
export abstract class Key {
  /** By the number of the query, which alone knows their type. */
  readonly results: unknown[] = [];
}
