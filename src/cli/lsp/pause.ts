/** How long work continues before messages are looked at, in milliseconds. */
const workTime = 10;

/** Lets messages be read and answered that have arrived in the meantime (LSP-82). */
export function pause(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/** Pauses for work in small steps: most of them return at once, because little time has passed since the last one. */
export function occasionalPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since >= workTime) {
      await pause();
      since = performance.now();
    }
  };
}
