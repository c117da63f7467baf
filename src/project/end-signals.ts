import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Signals that terminate a process by default: for Ctrl-C, a termination request, and a closed terminal. */
const endSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `stop` on the first signal of each kind instead of ending the process. Returns a function that removes the
 * listeners.
 */
export function onEndSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  endSignals.forEach((signal) => process.once(signal, stop));
  return () => endSignals.forEach((signal) => process.off(signal, stop));
}

/** Calls `cleanUp` when the process exits or is terminated by a signal. Returns a function that removes the listeners. */
export function onEnd(cleanUp: () => void): () => void {
  const end = (signal: NodeJS.Signals): void => {
    undo();
    cleanUp();
    // Other listeners, if any, decide what the signal does.
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

/**
 * Runs a function with a temporary folder. The folder is removed afterwards, even after an error or if a signal ends
 * the process.
 */
export async function inTemporaryFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "ashlar-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const forget = onEnd(remove);
  try {
    return await run(folder);
  } finally {
    forget();
    remove();
  }
}
