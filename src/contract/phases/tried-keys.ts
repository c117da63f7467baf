import type { Random } from "../../values/random.js";
import type { ContractRoute } from "../contract-route.js";

/** The kinds of argument changes that are tried. */
type Trial = "variations" | "mistakes" | "errors" | "refusals";

/** How many times each change of an argument has been tried, by its key. */
export class TriedKeys {
  readonly #all = new Map<string, Map<string, number>>();

  of(trial: Trial, { name }: ContractRoute): Map<string, number> {
    const key = `${trial} ${name}`;
    const counts = this.#all.get(key) ?? new Map<string, number>();
    this.#all.set(key, counts);
    return counts;
  }

  /** The number of changes that have been seen, but not tried. */
  untried(trial: Trial, route: ContractRoute): number {
    return [...this.of(trial, route).values()].filter((count) => count === 0).length;
  }
}

/** Yields the changes, beginning with those that have been tried least. A change counts as tried when it is yielded. */
export function* leastTried<Change extends { readonly key: string; readonly rank?: number }>(
  changes: readonly Change[],
  keys: Map<string, number>,
  random: Random,
): Iterable<Change> {
  for (const { key } of changes) {
    keys.set(key, keys.get(key) ?? 0);
  }
  const left = changes.map((change) => ({
    change,
    order: (keys.get(change.key) ?? 0) * 1000 + (change.rank ?? 0) * 100 + random.below(100),
  }));
  for (const { change } of left.toSorted((a, b) => a.order - b.order)) {
    keys.set(change.key, (keys.get(change.key) ?? 0) + 1);
    yield change;
  }
}
