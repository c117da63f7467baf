import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** Like `toEqual`, which takes longer for large values than to build a package, and is left to say how they differ. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) {
    expect(actual).toEqual(expected);
  }
}
