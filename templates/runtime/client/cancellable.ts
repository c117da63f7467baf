import type { CallOptions } from "./options.js";

/** Passed with the options of a call, invisibly to callers. */
const cancellation: unique symbol = /*#__PURE__*/ Symbol("cancellation");

interface CancellableOptions {
  readonly [cancellation]?: { reason: Error | undefined };
}

/**
 * The options for a call that turns out not to be needed before its first request is sent, and the function that says so:
 * the call rejects with the reason. A signal would do the same, but would have to listen to that of the caller.
 */
export function cancellable(options: CallOptions): readonly [CallOptions, (reason: Error) => void] {
  const state: { reason: Error | undefined } = { reason: undefined };
  const hidden: CancellableOptions = { [cancellation]: state };
  return [{ ...options, ...hidden }, (reason) => (state.reason = reason)];
}

export function throwIfCancelled(options: CallOptions & CancellableOptions): void {
  const reason = options[cancellation]?.reason;
  if (reason !== undefined) {
    throw reason;
  }
}
