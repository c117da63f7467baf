import type { CallOptions } from "./options.js";

/** Passed with the options of a call, invisibly to callers. */
const cancellation: unique symbol = /*#__PURE__*/ Symbol("cancellation");

interface CancellableOptions {
  readonly [cancellation]?: { reason: Error | undefined };
}

/**
 * Returns options for a call, and a function that cancels the call as long as its first request has not been sent: the
 * call rejects with the given reason. A signal would also do this, but would have to listen to the caller's signal.
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
