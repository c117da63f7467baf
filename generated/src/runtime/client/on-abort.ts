const listenersOf = /*#__PURE__*/ new WeakMap<object, Set<() => void>>();

/**
 * Calls a listener when a signal is aborted. Gives what takes it off again. Platforms take more than ten listeners of a
 * signal for a leak: there is one for all that are given here, and none after the last has been taken off.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listenersOf.get(signal) ?? new Set();
  listenersOf.set(signal, listeners.add(listener));
  signal.addEventListener("abort", callAll); // the same function again means nothing
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      signal.removeEventListener("abort", callAll);
    }
  };
}

function callAll({ target }: Event): void {
  listenersOf.get(target ?? {})?.forEach((listener) => listener());
}
