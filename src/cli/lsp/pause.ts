/** How long work continues before messages are processed, in milliseconds. */
const workTime = 10;

/** Yields so that messages that have arrived in the meantime are processed (LSP-82). */
export function pause(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/** Pauses for work in small steps. Most of them return immediately, because little time has passed since the last one. */
export function occasionalPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since >= workTime) {
      await pause();
      since = performance.now();
    }
  };
}
