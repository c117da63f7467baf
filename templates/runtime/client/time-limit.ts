import { abortReason, abortWith, throwIfAborted } from "../errors/abort.js";
import { onAbort } from "./on-abort.js";

/**
 * Runs `work` with a timeout in milliseconds and a signal. If the signal is aborted or the timeout elapses first,
 * aborts the signal of the work and rejects with the reason, or with the error of `expired`. Leaves no timer and no
 * listener.
 */
export async function withTimeout<T>(
  milliseconds: number | undefined,
  outer: AbortSignal | undefined,
  expired: (milliseconds: number) => Error,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (milliseconds === undefined && outer === undefined) {
    return work(undefined);
  }
  throwIfAborted(outer);
  const inner = new AbortController();
  const release = outer && onAbort(outer, () => abortWith(inner, abortReason(outer)));
  const timer =
    milliseconds === undefined || milliseconds > longestTimer
      ? undefined
      : setTimeout(() => abortWith(inner, expired(milliseconds)), milliseconds);
  try {
    return await unlessAborted(work(inner.signal), inner.signal);
  } finally {
    clearTimeout(timer);
    release?.();
  }
}

/**
 * Waits for a number of milliseconds, at most the longest timer. Rejects with the signal's reason when it is aborted.
 */
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

/** The longest delay of a timer, about 25 days: platforms treat longer ones as 0. */
export const longestTimer: number = 2 ** 31 - 1;

/** Returns the same promise, but rejected when the signal is aborted, because not all work observes its signal. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (thrown?: unknown): void => reject(signal.aborted ? abortReason(signal) : (thrown as Error));
    const release = onAbort(signal, fail);
    work.finally(release).then(resolve, fail);
  });
}
