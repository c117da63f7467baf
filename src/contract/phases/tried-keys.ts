import type { Random } from "../../values/random.js";
import type { ContractRoute } from "../contract-route.js";

/** What is tried of a route's arguments, in which ways. */
type Trial = "variations" | "mistakes" | "errors" | "refusals";

/** How often each change of an argument has been tried, by its key. */
export class TriedKeys {
  readonly #all = new Map<string, Map<string, number>>();

  of(trial: Trial, { name }: ContractRoute): Map<string, number> {
    const key = `${trial} ${name}`;
    const counts = this.#all.get(key) ?? new Map<string, number>();
    this.#all.set(key, counts);
    return counts;
  }

  /** How many changes have been seen, but not been tried. */
  untried(trial: Trial, route: ContractRoute): number {
    return [...this.of(trial, route).values()].filter((count) => count === 0).length;
  }
}

/** The changes in the order in which they should be tried: those first that have been tried least. Counts each that is taken. */
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
