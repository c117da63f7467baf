import { type ChildProcess, fork, type ForkOptions } from "node:child_process";
import { once } from "node:events";

/**
 * A program that calls `contend`. It runs in its own process, because two implementations in one process degrade each
 * other's compiled code.
 */
export interface Contender {
  readonly name: string;
  /** The path of a JavaScript module. */
  readonly module: string;
  readonly args: readonly string[];
}

/** The mean cost of one run in a round, in milliseconds. */
export interface Cost {
  /** Wall-clock time. */
  readonly time: number;
  /** CPU time of all threads of the measured process. */
  readonly cpu: number;
}

/** The cost of a run in each round, by the name of the contender. */
export type Rounds = ReadonlyMap<string, readonly Cost[]>;

/** The number of times that all contenders are restarted, because the compiled code differs between processes. */
const restarts = 3;

const roundsInHeat = 11;

/** Runs the contenders alternately, round by round, so that all run under the same conditions, in a version of Node. */
export async function alternately(contenders: readonly Contender[], execPath = process.execPath): Promise<Rounds> {
  const costs = new Map(contenders.map(({ name }) => [name, [] as Cost[]]));
  for (let heat = 0; heat < restarts; heat++) {
    const running = new Map<string, ChildProcess>();
    try {
      for (const { name, module, args } of contenders) {
        running.set(name, (await startChild(module, args, { execPath })).child);
      }
      for (let round = 0; round < roundsInHeat; round++) {
        for (const [name, contender] of running) {
          costs.get(name)?.push(await oneRound(contender));
        }
      }
    } finally {
      for (const contender of running.values()) {
        contender.kill();
      }
    }
  }
  return costs;
}

/** Returns the cost of one contender as a multiple of the other's: the median over the rounds. */
export function ratio(rounds: Rounds, one: string, other: string, part: keyof Cost = "time"): number {
  const otherCosts = contenderCosts(rounds, other);
  return median(contenderCosts(rounds, one).map((cost, round) => cost[part] / (otherCosts[round]?.[part] ?? NaN)));
}

/** Returns the median cost of a contender's run, in milliseconds. */
export function medianCost(rounds: Rounds, name: string, part: keyof Cost = "time"): number {
  return median(contenderCosts(rounds, name).map((cost) => cost[part]));
}

/** Returns the median of some numbers; for an even count, the higher of the middle two. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

function contenderCosts(rounds: Rounds, name: string): readonly Cost[] {
  const costs = rounds.get(name);
  if (costs === undefined) {
    throw new Error(`'${name}' does not contend`);
  }
  return costs;
}

async function oneRound(contender: ChildProcess): Promise<Cost> {
  contender.send("round");
  return (await answer(contender)) as Cost;
}

/** A started process, and its first message. */
interface Started {
  readonly child: ChildProcess;
  readonly said: unknown;
}

/** Starts a module as a separate process, and waits for its first message. Rejects if the process ends before that. */
export async function startChild(module: string, args: readonly string[], options: ForkOptions = {}): Promise<Started> {
  const child = fork(module, args, options);
  return { child, said: await answer(child) };
}

/** Returns the next message of a process. Rejects if the process ends before that. */
export async function answer(child: ChildProcess): Promise<unknown> {
  const given = new AbortController();
  const ended = once(child, "exit", { signal: given.signal }).then(([code]) => {
    throw new Error(`${child.spawnargs.slice(0, 3).join(" ")} ended with ${String(code)}`);
  });
  const message = once(child, "message", { signal: given.signal }).then(([first]: unknown[]) => first);
  try {
    return await Promise.race([message, ended]);
  } finally {
    given.abort();
    await Promise.allSettled([message, ended]);
  }
}
