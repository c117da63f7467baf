/** How long the work is done before its time counts: until the engine has compiled what it will. In milliseconds. */
const warmUp = 1500;

/** About how long a round takes, in milliseconds: long enough that collections of garbage fall into each. */
const roundTime = 60;

/**
 * Makes this process a contender of {@link alternately}. After a warm-up it tells its parent that it is ready, and then
 * answers each message with the mean time of a run in one round, in milliseconds.
 */
export function contend(work: () => unknown): void {
  const runs = Math.max(1, Math.round((roundTime * runsWithin(work, warmUp)) / warmUp));
  process.on("message", () => process.send?.(timeOf(work, runs) / runs));
  process.send?.("ready");
}

function runsWithin(work: () => unknown, time: number): number {
  let runs = 0;
  for (const start = performance.now(); performance.now() - start < time; runs++) {
    kept = work();
  }
  return runs;
}

function timeOf(work: () => unknown, runs: number): number {
  const start = performance.now();
  for (let run = 0; run < runs; run++) {
    kept = work();
  }
  return performance.now() - start;
}

/**
 * The last result, exported so that no engine may leave out the work for it.
 *
 * @public
 */
export let kept: unknown;
