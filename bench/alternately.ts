import type { ChildProcess } from "node:child_process";
import { answer, startChild } from "./child.js";

/** A program that calls `contend`, in a process of its own: two designs in one spoil each other's compiled code. */
export interface Contender {
  readonly name: string;
  /** The path of a JavaScript module. */
  readonly module: string;
  readonly args: readonly string[];
}

/** What one run costs, as the mean of a round, in milliseconds. */
export interface Cost {
  /** By the clock. */
  readonly time: number;
  /** Of the processor, in all threads of the process that is measured. */
  readonly cpu: number;
}

/** What a run cost, round by round, by the name of the contender. */
export type Rounds = ReadonlyMap<string, readonly Cost[]>;

/** How often all contenders are started anew: what the engine makes of a program differs from process to process. */
const restarts = 3;

const roundsInHeat = 11;

/** Lets the contenders work one after the other, round after round, so that all meet the same moods of the machine. */
export async function alternately(contenders: readonly Contender[]): Promise<Rounds> {
  const costs = new Map(contenders.map(({ name }) => [name, [] as Cost[]]));
  for (let heat = 0; heat < restarts; heat++) {
    const running = new Map<string, ChildProcess>();
    try {
      for (const { name, module, args } of contenders) {
        running.set(name, (await startChild(module, args)).child);
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

/** How many times as much a run of one contender costs as one of the other: the median over the rounds. */
export function ratio(rounds: Rounds, one: string, other: string, part: keyof Cost = "time"): number {
  const others = contenderCosts(rounds, other);
  return median(contenderCosts(rounds, one).map((cost, round) => cost[part] / (others[round]?.[part] ?? NaN)));
}

/** The median cost of a contender's run, in milliseconds. */
export function medianCost(rounds: Rounds, name: string, part: keyof Cost = "time"): number {
  return median(contenderCosts(rounds, name).map((cost) => cost[part]));
}

/** The middle of some numbers; of an even count the higher one of both. */
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
