/** The task, never run twice at once: all who ask while it runs share one more run, which begins when this one ends. */
export function serially<Result>(task: () => Promise<Result>): () => Promise<Result> {
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
