import { abortReason, abortWith } from "../errors/abort.js";
import { onAbort } from "./on-abort.js";

/**
 * Returns a signal that is aborted when one of two signals is; `over` stops listening to them. `AbortSignal.any` is not available
 * on every platform yet.
 */
export function eitherSignal(
  a: AbortSignal | undefined,
  b: AbortSignal | undefined,
  over: AbortSignal,
): AbortSignal | undefined {
  if (a === undefined || b === undefined) {
    return a ?? b;
  }
  const both = new AbortController();
  for (const signal of [a, b]) {
    onAbort(
      over,
      onAbort(signal, () => abortWith(both, abortReason(signal))),
    );
  }
  return both.signal;
}
