import { abortReason, abortWith, throwIfAborted } from "../errors/abort.js";

/**
 * Runs `work` with a timeout in milliseconds and a signal. If the signal is aborted or the timeout elapses first,
 * aborts the signal of the work and rejects with the reason, or with the error of `expired`. Leaves no timer and no
 * listener.
 */
export async function withTimeout<T>(
  milliseconds: number | undefined = Infinity,
  outer: AbortSignal | undefined,
  expired: (milliseconds: number) => Error,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (milliseconds === Infinity && outer === undefined) {
    return work(undefined);
  }
  throwIfAborted(outer);
  const inner = new AbortController();
  const release = outer && onAbort(outer, () => abortWith(inner, abortReason(outer)));
  const timer =
    milliseconds > longestTimer ? undefined : setTimeout(() => abortWith(inner, expired(milliseconds)), milliseconds);
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

const listenersBySignal = /*#__PURE__*/ new WeakMap<object, Set<() => void>>();

/**
 * Calls a listener when a signal is aborted, at once if it has been. Returns a function that removes the listener. Node reports
 * more than ten listeners on a signal as a leak, so all listeners added here share one, which is removed with the last of them.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
  }
  const listeners = listenersBySignal.get(signal) ?? new Set();
  listenersBySignal.set(signal, listeners.add(listener));
  signal.addEventListener("abort", callAll); // adding the same function again has no effect
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      signal.removeEventListener("abort", callAll);
    }
  };
}

function callAll({ target }: Event): void {
  listenersBySignal.get(target ?? {})?.forEach((listener) => listener());
}
