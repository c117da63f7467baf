/**
 * Returns the result of `work`. Rejects with the error of `late` after a timeout in milliseconds, and then ignores the result.
 * `Infinity` disables the timeout.
 */
export function withTimeout<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  if (milliseconds === Infinity) {
    return work;
  }
  return new Promise((resolve, reject) => {
    // Timers with a longer delay fire immediately.
    const timer = setTimeout(() => reject(late()), Math.min(milliseconds, 2 ** 31 - 1));
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
