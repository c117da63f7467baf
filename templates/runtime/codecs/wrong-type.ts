import { fail } from "./check.js";
import { describeKind } from "./describe-kind.js";

/** Ends the running check: the value is not of the `expected` kind, such as `a list`, or a field is missing. */
export function wrongType(value: unknown, expected: string): never {
  return fail("wrong-type", expected, describeKind(value));
}
