import type { Emitter } from "../emit/emitter.js";

/** Thrown when a user's emitter fails or returns something that is not a file. */
export class EmitterError extends Error {
  override readonly name = "EmitterError";
  readonly emitter: Emitter;

  /** `problem` is a predicate whose subject is "The emitter". `cause` is what the emitter threw, if it did. */
  constructor(emitter: Emitter, problem: string, cause?: unknown) {
    super(problem, cause === undefined ? undefined : { cause });
    this.emitter = emitter;
  }
}
