import type { Cost } from "./alternately.js";

/** How long the work is done before its cost counts: until the engine has compiled what it will. In milliseconds. */
const warmUpTime = 1500;

/** What a contender does. */
export interface Work {
  /** Does the work so many times. */
  readonly run: (times: number) => Promise<void>;
  /** The time that the processor has spent so far on what is measured, in milliseconds. */
  readonly cpu: () => number | Promise<number>;
  /** About how long a round takes, in milliseconds: long enough that collections of garbage fall into each. */
  readonly roundTime: number;
}

/** Makes this process a contender of {@link alternately} that does work which takes no waiting. */
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

/** The time that the processor has spent on this process, in milliseconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The time of one run after the warm-up, of which the last and longest part is measured. */
async function warmUp(work: Work): Promise<number> {
  const start = performance.now();
  let latest = NaN;
  for (let times = 1; performance.now() - start < warmUpTime; times *= 2) {
    latest = (await measureCost(work, times)).time;
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
 * The last result, exported so that no engine may leave out the work for it.
 *
 * @public
 */
export let kept: unknown;
