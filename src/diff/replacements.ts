import type { Change, Comparison, Difference } from "./change.js";
import type { Found } from "./reach.js";
import { worseLocal, worse, type Wire } from "./verdict.js";

/**
 * Returns the changes that were found from a start, with those inside of a type that takes the place of another one as one
 * change of the start: neither of the two types has changed. The path of each difference is relative to the start.
 */
export function foldReplacement(found: readonly Found[], { changes }: Comparison): readonly Found[] {
  const replacing = changes.find(({ rule }) => rule === "ref-changed");
  const inside = found.filter(({ isInReplacement }) => isInReplacement);
  if (replacing === undefined || inside.length === 0) {
    return found;
  }
  const differences = inside.map(({ change, path }): Difference => ({ change, path }));
  const change: Change = {
    ...replacing,
    verdict: inside.map((one) => one.change.verdict).reduce(worseLocal),
    details: {
      ...replacing.details,
      differences,
      isPrivate: inside.some((one) => one.change.details.isPrivate === true),
    },
  };
  return found.flatMap((one) => (one.isInReplacement ? [] : one.change === replacing ? [{ ...one, change }] : [one]));
}

/** Returns the first of the differences with the worst effect on messages; undefined if none has an effect. */
export function findGravest<Item>(
  differences: readonly Item[],
  effectOf: (difference: Item) => Wire,
): Item | undefined {
  const worst = differences.map(effectOf).reduce(worse, "ok");
  return worst === "ok" ? undefined : differences.find((difference) => effectOf(difference) === worst);
}
