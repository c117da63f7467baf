/**
 * What `work` gives; rejects with what `late` makes if that takes longer than so many milliseconds. What becomes of the
 * work then is nobody's concern. `Infinity` is no limit.
 */
export function within<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  if (milliseconds === Infinity) {
    return work;
  }
  return new Promise((resolve, reject) => {
    // A timer that is asked for more than this fires at once.
    const timer = setTimeout(() => reject(late()), Math.min(milliseconds, 2 ** 31 - 1));
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
