import type { Change, Comparison, Pair, Difference } from "./change.js";
import { pairKey } from "./definitions.js";
import { worseLocal, worse, type Wire } from "./verdict.js";

/** A change, and its place relative to the start of the search. */
export interface ReachedChange {
  readonly change: Change;
  /** The steps from the start to the place: `[] → FileMetadata.size`. */
  readonly path: string;
  /** Whether the change is a difference between the type at the start and the type that replaces it. */
  readonly isInReplacement: boolean;
}

/** How the pairs are compared that a search reaches. */
interface Search {
  readonly compare: (pair: Pair) => Comparison;
  /** Whether both sides of a pair are the same definition. */
  readonly isSame: (pair: Pair) => boolean;
  readonly isExcluded: (pair: Pair) => boolean;
}

/**
 * Returns the changes in a comparison and in all pairs that are reachable from it (CMP-41), each by the shortest path. Paths
 * for callers with a permission come last, and changes at their ends do not affect messages. `pairs` are all reached pairs
 * by key.
 */
export function findReachable(
  start: Comparison,
  { compare, isSame, isExcluded }: Search,
): { readonly reachedChanges: readonly ReachedChange[]; readonly pairs: ReadonlyMap<string, Pair> } {
  const reachedChanges: ReachedChange[] = [];
  const reached = new Map<string, Pair>();
  let open: Stop[] = [{ comparison: start, previous: undefined, step: "", isOmitted: false, isInReplacement: false }];
  let omitted: Stop[] = [];
  while (open.length > 0 || omitted.length > 0) {
    if (open.length === 0) {
      [open, omitted] = [omitted, []];
    }
    const next: Stop[] = [];
    for (const stop of open) {
      if (stop.pair !== undefined) {
        const key = pairKey(stop.pair);
        if (reached.has(key)) {
          continue;
        }
        reached.set(key, stop.pair);
      }
      for (const change of stop.comparison.changes) {
        const { isInReplacement } = stop;
        const path = pathTo(stop, change.step);
        reachedChanges.push({ change: stop.isOmitted ? withoutMessages(change) : change, path, isInReplacement });
      }
      for (const { pair, step, isOmitted } of stop.comparison.links) {
        if (!reached.has(pairKey(pair)) && !isExcluded(pair)) {
          const isHidden = stop.isOmitted || isOmitted;
          const isInReplacement = !isSame(pair) && (stop.previous === undefined || stop.isInReplacement);
          const to = { pair, comparison: compare(pair), previous: stop, step, isOmitted: isHidden, isInReplacement };
          (isHidden && !stop.isOmitted ? omitted : next).push(to);
        }
      }
    }
    open = next;
  }
  return { reachedChanges, pairs: reached };
}

/** A pair on the path, and the place that refers to it. */
interface Stop {
  readonly pair?: Pair;
  readonly comparison: Comparison;
  readonly previous: Stop | undefined;
  readonly step: string;
  readonly isOmitted: boolean;
  readonly isInReplacement: boolean;
}

function pathTo(stop: Stop, step: string): string {
  const steps = [step];
  for (let at = stop; at.previous !== undefined; at = at.previous) {
    steps.unshift(at.step);
  }
  return steps.join(" → ");
}

function withoutMessages(change: Change): Change {
  return { ...change, verdict: { ...change.verdict, req: "ok", res: "ok" } };
}

/**
 * Returns the changes that a search from a start reaches, with those inside of a type that takes the place of another one as one
 * change of the start: neither of the two types has changed. The path of each difference is relative to the start.
 */
export function foldReplacement(
  reachedChanges: readonly ReachedChange[],
  { changes }: Comparison,
): readonly ReachedChange[] {
  const replacing = changes.find(({ rule }) => rule === "ref-changed");
  const changesInside = reachedChanges.filter(({ isInReplacement }) => isInReplacement);
  if (replacing === undefined || changesInside.length === 0) {
    return reachedChanges;
  }
  const differences = changesInside.map(({ change, path }): Difference => ({ change, path }));
  const change: Change = {
    ...replacing,
    verdict: changesInside.map((one) => one.change.verdict).reduce(worseLocal),
    details: {
      ...replacing.details,
      differences,
      isPrivate: changesInside.some((one) => one.change.details.isPrivate === true),
    },
  };
  return reachedChanges.flatMap((one) =>
    one.isInReplacement ? [] : one.change === replacing ? [{ ...one, change }] : [one],
  );
}

/** Returns the first of the differences with the worst effect on messages; undefined if none has an effect. */
export function findGravest<Item>(
  differences: readonly Item[],
  effectOf: (difference: Item) => Wire,
): Item | undefined {
  const worst = differences.map(effectOf).reduce(worse, "ok");
  return worst === "ok" ? undefined : differences.find((difference) => effectOf(difference) === worst);
}
