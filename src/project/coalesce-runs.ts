/**
 * Wraps a task so that it never runs concurrently. All calls during a run share a second run, which starts when the
 * first one ends.
 */
export function coalesceRuns<Result>(task: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    running = task().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) {
      return next ?? start();
    }
    next ??= running.then(start, start);
    return next;
  };
}
