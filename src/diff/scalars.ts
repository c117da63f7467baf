import type { NumberType, StringType, TimestampType } from "../ir/api.js";
import { isFloat, limitsOf, type Interval } from "../values/limits.js";
import { localVerdicts } from "./local-verdicts.js";
import type { ValueChange } from "./change.js";
import type { Wire } from "./verdict.js";
import { compareLanguages } from "../patterns/containment.js";

/** Compares number types as sets of values, by kind and limits together. */
export function compareNumbers(before: NumberType, after: NumberType): readonly ValueChange[] {
  const details = { from: before, to: after };
  const shift = compareIntervals(limitsOf(before), limitsOf(after));
  if (isFloat(before) === isFloat(after) && shift !== undefined) {
    const rule = `range-${shift}` as const;
    return [{ rule, verdict: localVerdicts[rule], details }];
  }
  if (before.kind === after.kind) {
    return [];
  }
  const wire = { req: numbersFit(before, after), res: numbersFit(after, before) };
  return [{ rule: "number-kind-changed", verdict: localVerdicts["number-kind-changed"](wire), details }];
}

const exactIntegers: Interval = { min: -(2 ** 53), max: 2 ** 53 };

function numbersFit(written: NumberType, read: NumberType): Wire {
  if (isFloat(written) && !isFloat(read)) {
    return "breaks";
  }
  const range = limitsOf(written);
  if (!contains(limitsOf(read), range)) {
    return "breaks";
  }
  const isRounded = !isFloat(written) && isFloat(read) && !contains(exactIntegers, range);
  return isRounded ? "alters" : "ok";
}

/**
 * Returns the differences between string types. Comparing patterns is expensive, and many places share patterns, so `known`
 * caches results.
 */
export function compareStrings(before: StringType, after: StringType, patterns: KnownPatterns): readonly ValueChange[] {
  return [...compareLengths(before, after), ...comparePatterns(before, after, patterns)];
}

/** Both patterns as JSON to whether readers with the second pattern accept all strings that match the first. */
export type KnownPatterns = Map<string, Wire>;

export function isUnlimited(type: StringType): boolean {
  return compareIntervals(lengths(type), { min: 0, max: Infinity }) === undefined && patternOf(type) === undefined;
}

function compareLengths(before: StringType, after: StringType): readonly ValueChange[] {
  const shift = compareIntervals(lengths(before), lengths(after));
  if (shift === undefined) {
    return [];
  }
  const rule = `length-${shift}` as const;
  return [{ rule, verdict: localVerdicts[rule], details: { from: before, to: after } }];
}

function lengths({ minLength, maxLength }: StringType): Interval {
  return { min: minLength ?? 0, max: maxLength ?? Infinity };
}

function comparePatterns(before: StringType, after: StringType, patterns: KnownPatterns): readonly ValueChange[] {
  const from = patternOf(before);
  const to = patternOf(after);
  if (from === to) {
    return [];
  }
  const rule = from === undefined ? "pattern-added" : to === undefined ? "pattern-removed" : "pattern-changed";
  const wire = { req: patternsFit(from, to, patterns), res: patternsFit(to, from, patterns) };
  return [{ rule, verdict: localVerdicts[rule](wire), details: { from: from ?? null, to: to ?? null } }];
}

/** Returns the pattern of a string type; undefined if there is none, or if it is empty. */
function patternOf({ pattern }: StringType): string | undefined {
  return pattern === "" ? undefined : pattern;
}

function patternsFit(written: string | undefined, read: string | undefined, patterns: KnownPatterns): Wire {
  if (read === undefined) {
    return "ok";
  }
  const key = JSON.stringify([written ?? null, read]);
  const wire = patterns.get(key) ?? (compareLanguages(written ?? anyText, read) === "contained" ? "ok" : "breaks");
  patterns.set(key, wire);
  return wire;
}

/** A pattern that matches all strings. */
export const anyText = "(?:.|\\n)*";

export function compareTimestamps(before: TimestampType, after: TimestampType): readonly ValueChange[] {
  if (before.format === after.format) {
    return [];
  }
  const wire = { req: formatsFit(before, after), res: formatsFit(after, before) };
  return [
    {
      rule: "timestamp-format-changed",
      verdict: localVerdicts["timestamp-format-changed"](wire),
      details: { from: before.format, to: after.format },
    },
  ];
}

/** Returns whether readers of one format accept another. Only `%z` also accepts a final `Z`. */
function formatsFit(written: TimestampType, read: TimestampType): Wire {
  return written.format.endsWith("Z") && read.format === `${written.format.slice(0, -1)}%z` ? "ok" : "breaks";
}

/** How a set of values differs from the old one; undefined if they are equal. */
type Shift = "widened" | "narrowed" | "changed" | undefined;

export function compareIntervals(before: Interval, after: Interval): Shift {
  const hasAll = contains(after, before);
  const hasNoMore = contains(before, after);
  if (hasAll) {
    return hasNoMore ? undefined : "widened";
  }
  return hasNoMore ? "narrowed" : "changed";
}

/** Whether an interval contains another one. Bigints and numbers are compared by their exact values. */
function contains(outer: Interval, inner: Interval): boolean {
  return outer.min <= inner.min && inner.max <= outer.max;
}
