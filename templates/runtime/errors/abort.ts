/*
 * Older engines, such as React Native's, have an early form of `AbortController` that lacks reasons and `throwIfAborted`.
 */

/** Aborts a controller with a reason, which {@link abortReason} returns even if the platform does not store reasons. */
export function abortWith(controller: AbortController, reason: unknown): void {
  if (!("reason" in controller.signal)) {
    Object.assign(controller.signal, { reason });
  }
  controller.abort(reason);
}

/** Returns the reason of an aborted signal; an error named `AbortError` if the platform does not store reasons. */
export function abortReason(signal: AbortSignal): Error {
  // The caller may have aborted with any value, but it is nearly always an error.
  const reason = signal.reason as Error | undefined;
  return reason ?? Object.assign(new Error("The operation was aborted"), { name: "AbortError" });
}

/** Throws the reason of a signal that has been aborted. */
export function throwIfAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted === true) {
    throw abortReason(signal);
  }
}
