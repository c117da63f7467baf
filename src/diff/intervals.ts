import type { Interval } from "../values/limits.js";

/** How a set of values differs from the old one; undefined if they are equal. */
export type Shift = "widened" | "narrowed" | "changed" | undefined;

export function compareIntervals(before: Interval, after: Interval): Shift {
  const hasAll = contains(after, before);
  const hasNoMore = contains(before, after);
  if (hasAll) {
    return hasNoMore ? undefined : "widened";
  }
  return hasNoMore ? "narrowed" : "changed";
}

/** Whether an interval contains another one. Bigints and numbers are compared by their exact values. */
export function contains(outer: Interval, inner: Interval): boolean {
  return outer.min <= inner.min && inner.max <= outer.max;
}
