import type { Limit, NumberType } from "../ir/api.js";

/** The numbers between two limits, both included. */
export interface Interval {
  readonly min: Limit;
  readonly max: Limit;
}

const ranges: Readonly<Record<NumberType["kind"], Interval>> = {
  int32: { min: -(2 ** 31), max: 2 ** 31 - 1 },
  uint32: { min: 0, max: 2 ** 32 - 1 },
  int64: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
  uint64: { min: 0, max: 2n ** 64n - 1n },
  float32: { min: -3.40282e38, max: 3.40282e38 },
  float64: { min: -Number.MAX_VALUE, max: Number.MAX_VALUE },
};

/** Returns the range of a number type: its own limits or, where it has none, those of its kind. */
export function limitsOf({ kind, min, max }: NumberType): Interval {
  return { min: min ?? ranges[kind].min, max: max ?? ranges[kind].max };
}

export function isFloat({ kind }: NumberType): boolean {
  return kind === "float32" || kind === "float64";
}
