import { onAbort } from "./on-abort.js";

/**
 * Does work until it is done, the outer signal is aborted or a time in milliseconds is over: then it rejects with the
 * signal's reason or with what `expired` makes, and the work's own signal is aborted. Leaves no timer and no listener.
 */
export async function within<T>(
  milliseconds: number | undefined,
  outer: AbortSignal | undefined,
  expired: (milliseconds: number) => Error,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (milliseconds === undefined && outer === undefined) {
    return work(undefined);
  }
  outer?.throwIfAborted();
  const inner = new AbortController();
  const release = outer && onAbort(outer, () => inner.abort(outer.reason));
  const timer =
    milliseconds === undefined || milliseconds > longestTimer
      ? undefined
      : setTimeout(() => inner.abort(expired(milliseconds)), milliseconds);
  try {
    return await unlessAborted(work(inner.signal), inner.signal);
  } finally {
    clearTimeout(timer);
    release?.();
  }
}

/** Waits, in milliseconds, up to the longest timer there is. Rejects with the signal's reason as soon as it is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, longestTimer));
  });
  try {
    await (signal === undefined ? over : unlessAborted(over, signal));
  } finally {
    clearTimeout(timer);
  }
}

/** What is longer, about 25 days, platforms take for no time at all. */
const longestTimer = 2 ** 31 - 1;

/** The same promise, but ended by the signal: not all work heeds its signal. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort);
    if (signal.aborted) {
      abort();
    }
    work
      .finally(() => signal.removeEventListener("abort", abort))
      .then(resolve, (thrown: unknown) => reject((signal.aborted ? signal.reason : thrown) as Error));
  });
}
