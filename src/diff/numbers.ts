import type { NumberType, Type } from "../ir/api.js";
import { compareIntervals, contains, type Interval } from "./intervals.js";
import { localVerdicts } from "./local-verdicts.js";
import type { ValueChange } from "./value-change.js";
import type { Wire } from "./verdict.js";

const ranges: Readonly<Record<NumberType["kind"], Interval>> = {
  int32: { min: -(2 ** 31), max: 2 ** 31 - 1 },
  uint32: { min: 0, max: 2 ** 32 - 1 },
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  uint64: { min: 0, max: 2n ** 64n - 1n },
  float32: { min: -3.40282e38, max: 3.40282e38 },
  float64: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE },
};

export function isNumberType(type: Type): type is NumberType {
  return Object.hasOwn(ranges, type.kind);
}

/** Numbers are compared as sets, of kind and limits together. */
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

/** All values of a type of number; floats are given by their limits. */
export function limitsOf({ kind, min, max }: NumberType): Interval {
  return { min: min ?? ranges[kind].min, max: max ?? ranges[kind].max };
}

function isFloat({ kind }: NumberType): boolean {
  return kind === "float32" || kind === "float64";
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
