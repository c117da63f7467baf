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
