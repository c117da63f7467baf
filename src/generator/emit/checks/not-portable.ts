import type { Refused } from "../../../patterns/runtime-form.js";

/** Throws an Error, because the build must have reported such a pattern earlier, with its position in the specification. */
export function notPortable({ problem }: Refused): never {
  throw new Error(`A pattern cannot be generated: ${problem}.`);
}
