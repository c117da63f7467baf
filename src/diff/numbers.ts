import type { NumberType } from "../ir/api.js";
import { isFloat, limitsOf, type Interval } from "../values/limits.js";
import { compareIntervals, contains } from "./intervals.js";
import { localVerdicts } from "./local-verdicts.js";
import type { ValueChange } from "./value-change.js";
import type { Wire } from "./verdict.js";

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
