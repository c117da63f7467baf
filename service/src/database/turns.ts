import { lockNotAvailable } from "./database.js";

/**
 * The maximum number of transactions of one owner that use a connection at the same time. The second one waits for the lock of
 * the first, so that it can start immediately afterwards.
 */
const turnsPerOwner = 2;

/** The transactions of an owner: how many are running, and what starts the next ones, in the order of their arrival. */
interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets only a few transactions of each owner run at the same time. Transactions that wait for the locks of their owner would
 * otherwise use all connections of a process.
 */
export class Turns {
  readonly #timeout: number;
  readonly #lines = new Map<string, Line>();

  /** `timeout` is how long to wait for a turn, in milliseconds; 0 waits indefinitely. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Runs work when it is the owner's turn. Rejects like a statement that has waited too long for a lock. */
  async take<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(owner) ?? { running: 0, waiting: [] };
    this.#lines.set(owner, line);
    if (line.running < turnsPerOwner) {
      line.running++;
    } else {
      await this.#wait(line);
    }
    try {
      return await work();
    } finally {
      this.#pass(owner, line);
    }
  }

  #wait({ waiting }: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(
          Object.assign(new Error("Other transactions of the same owner take too long."), { code: lockNotAvailable }),
        );
      };
      const timer = this.#timeout === 0 ? undefined : setTimeout(giveUp, this.#timeout);
      waiting.push(begin);
    });
  }

  /** Passes a turn on to the next transaction of the owner. */
  #pass(owner: string, line: Line): void {
    const begin = line.waiting.shift();
    if (begin !== undefined) {
      begin();
      return;
    }
    line.running--;
    if (line.running === 0) {
      this.#lines.delete(owner);
    }
  }
}
