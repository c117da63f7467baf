/*
 * Older engines, such as that of React Native, have `AbortController` as it was first: without reasons, and without
 * `throwIfAborted`.
 */

/** The reasons of our own signals. */
const reasons = /*#__PURE__*/ new WeakMap<AbortSignal, unknown>();

/** Aborts the signal of a controller with a reason for {@link abortReason}. */
export function abortWith(controller: AbortController, reason: unknown): void {
  reasons.set(controller.signal, reason);
  controller.abort(reason);
}

/** Why a signal has been aborted; an error with the name `AbortError` if the platform does not keep it. */
export function abortReason(signal: AbortSignal): Error {
  // It is whatever the caller has aborted with, and nearly always an error.
  const reason = (reasons.get(signal) ?? signal.reason) as Error | undefined;
  return reason ?? Object.assign(new Error("The operation was aborted"), { name: "AbortError" });
}

/** Throws the reason of a signal that has been aborted. */
export function throwIfAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted === true) {
    throw abortReason(signal);
  }
}
