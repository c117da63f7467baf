import type { Refused } from "../../patterns/runtime-form.js";

/** Ends emission: the build must report such a pattern before, with its place in the specification. */
export function notPortable({ problem }: Refused): never {
  throw new Error(`A pattern cannot be generated: ${problem}.`);
}
