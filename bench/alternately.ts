import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A program that calls `contend`, in a process of its own: two designs in one spoil each other's compiled code. */
export interface Contender {
  readonly name: string;
  /** The path of a JavaScript module. */
  readonly module: string;
  readonly args: readonly string[];
}

/** The milliseconds that a run took, round by round, by the name of the contender. */
export type Rounds = ReadonlyMap<string, readonly number[]>;

/** How often all contenders are started anew: what the engine makes of a program differs from process to process. */
const heats = 3;

const roundsInHeat = 11;

/** Lets the contenders work one after the other, round after round, so that all meet the same moods of the machine. */
export async function alternately(contenders: readonly Contender[]): Promise<Rounds> {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let heat = 0; heat < heats; heat++) {
    const running = new Map<string, ChildProcess>();
    try {
      for (const { name, module, args } of contenders) {
        running.set(name, await started(module, args));
      }
      for (let round = 0; round < roundsInHeat; round++) {
        for (const [name, contender] of running) {
          times.get(name)?.push(await oneRound(contender));
        }
      }
    } finally {
      for (const contender of running.values()) {
        contender.kill();
      }
    }
  }
  return times;
}

/** How many times as long one contender took as the other: the median over the rounds. */
export function ratio(rounds: Rounds, one: string, other: string): number {
  const others = timesOf(rounds, other);
  return median(timesOf(rounds, one).map((time, round) => time / (others[round] ?? NaN)));
}

/** The median time of a contender's run, in milliseconds. */
export function medianTime(rounds: Rounds, name: string): number {
  return median(timesOf(rounds, name));
}

/** The middle of some numbers; of an even count the higher one of both. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

function timesOf(rounds: Rounds, name: string): readonly number[] {
  const times = rounds.get(name);
  if (times === undefined) {
    throw new Error(`'${name}' does not contend`);
  }
  return times;
}

async function started(module: string, args: readonly string[]): Promise<ChildProcess> {
  const contender = fork(module, args);
  await answer(contender);
  return contender;
}

async function oneRound(contender: ChildProcess): Promise<number> {
  contender.send("round");
  return Number(await answer(contender));
}

async function answer(contender: ChildProcess): Promise<unknown> {
  const given = new AbortController();
  const ended = once(contender, "exit", { signal: given.signal }).then(([code]) => {
    throw new Error(`${contender.spawnargs.join(" ")} ended with ${String(code)}`);
  });
  const message = once(contender, "message", { signal: given.signal }).then(([first]: unknown[]) => first);
  try {
    return await Promise.race([message, ended]);
  } finally {
    given.abort();
    await Promise.allSettled([message, ended]);
  }
}
