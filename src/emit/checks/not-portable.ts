import type { Refused } from "../../patterns/runtime-form.js";

/** Throws an Error: the build must report such a pattern earlier, with its place in the specification. */
export function notPortable({ problem }: Refused): never {
  throw new Error(`A pattern cannot be generated: ${problem}.`);
}
