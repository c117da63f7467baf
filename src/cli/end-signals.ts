/** The signals that end a process which does not listen to them: Ctrl-C, a request to end, a terminal that is closed. */
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls `stop` at the first signal that asks the process to end, which goes on until then. Returns what undoes that. */
export function onEndSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  endSignals.forEach((signal) => process.once(signal, stop));
  return () => endSignals.forEach((signal) => process.off(signal, stop));
}

/** Calls `cleanUp` when the process ends, by itself or by a signal. Returns what undoes that. */
export function onEnd(cleanUp: () => void): () => void {
  const end = (signal: NodeJS.Signals): void => {
    undo();
    cleanUp();
    // Whoever else listens to the signal decides what comes of it.
    if (process.listenerCount(signal) === 0) {
      process.kill(process.pid, signal);
    }
  };
  const forget = onEndSignal(end);
  process.once("exit", cleanUp);
  const undo = (): void => {
    forget();
    process.off("exit", cleanUp);
  };
  return undo;
}
