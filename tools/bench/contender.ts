import type { Cost } from "./alternately.js";

/** The length of the warm-up, in which the engine compiles the code. In milliseconds of processor time. */
const warmUpTime = 1500;

/** The work of a contender. */
export interface Work {
  /** Does the work a number of times. */
  readonly run: (times: number) => Promise<void>;
  /** The CPU time of the measured process so far, in milliseconds. */
  readonly cpu: () => number | Promise<number>;
  /** The approximate CPU time of a round, in milliseconds: long enough to include garbage collections. */
  readonly roundTime: number;
}

/** Makes this process a contender of {@link alternately} that does synchronous work. */
export async function contend(work: () => unknown): Promise<void> {
  const run = (times: number): Promise<void> => {
    for (let each = 0; each < times; each++) {
      kept = work();
    }
    return Promise.resolve();
  };
  await contendWith({ run, cpu: ownCpu, roundTime: 60 });
}

/**
 * Makes this process a contender of {@link alternately}. After a warm-up it tells its parent that it is ready, and then
 * answers each message with the mean cost of a run in one round.
 */
export async function contendWith(work: Work): Promise<void> {
  const times = Math.max(1, Math.round(work.roundTime / (await warmUp(work))));
  process.on("message", () => {
    void measureCost(work, times).then((cost) => process.send?.(cost));
  });
  process.send?.("ready");
}

/** Returns the CPU time of this process, in milliseconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Warms up. Returns the CPU time of one run, measured in the last and longest part of the warm-up. */
async function warmUp(work: Work): Promise<number> {
  const start = await work.cpu();
  let latest = NaN;
  for (let times = 1; (await work.cpu()) - start < warmUpTime; times *= 2) {
    latest = (await measureCost(work, times)).cpu;
  }
  return latest;
}

async function measureCost(work: Work, times: number): Promise<Cost> {
  const cpu = await work.cpu();
  const start = performance.now();
  await work.run(times);
  const time = performance.now() - start;
  return { time: time / times, cpu: ((await work.cpu()) - cpu) / times };
}

/**
 * The last result, exported so that the engine cannot eliminate the work.
 *
 * @public
 */
export let kept: unknown;
