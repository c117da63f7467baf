/** How long work continues before it is paused to process messages, in milliseconds. */
const workTime = 10;

/** Resolves after messages that have arrived in the meantime have been processed (LSP-82). */
export function pause(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/**
 * Returns a function that pauses work that consists of small steps. Most calls return immediately, because little time
 * has passed since the last pause.
 */
export function occasionalPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since >= workTime) {
      await pause();
      since = performance.now();
    }
  };
}
