import type { Emitter } from "../emit/emitter.js";

/** An emitter of somebody else has failed, or has returned what no file can be made of. */
export class EmitterError extends Error {
  override readonly name = "EmitterError";
  readonly emitter: Emitter;

  /** `problem` continues "The emitter". `cause` is what it threw, if that is the problem. */
  constructor(emitter: Emitter, problem: string, cause?: unknown) {
    super(problem, cause === undefined ? undefined : { cause });
    this.emitter = emitter;
  }
}
