import type { Dependency } from "./dependency.js";

/** What results are computed for. It holds its results, so that they live as long as it does. */
export abstract class Key {
  /** By the number of the query. */
  readonly results: (Dependency | undefined)[] = [];
}
