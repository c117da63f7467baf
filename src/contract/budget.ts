/** Thrown in place of a call when the budget is spent. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

export interface BudgetLimits {
  readonly calls: number;
  /** In milliseconds. */
  readonly time: number;
  /** Calls per second; 0 means no limit. */
  readonly rate: number;
  readonly signal: AbortSignal;
}

/** Limits the number of calls of a run, its duration, and its calls per second. */
export class Budget {
  /** The number of calls that have been made. */
  calls = 0;
  readonly #limits: BudgetLimits;
  readonly #start = performance.now();
  readonly #end: number;
  /** When the next call may be made. */
  #next = 0;
  #stopped: string | undefined;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
    this.#end = this.#start + limits.time;
  }

  /** The duration of the run until now, in seconds, rounded. */
  get seconds(): number {
    return Math.round((performance.now() - this.#start) / 100) / 10;
  }

  /** Why the run has ended before its budget was spent; undefined if it has not. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  get isSpent(): boolean {
    const { calls, signal } = this.#limits;
    return this.#stopped !== undefined || signal.aborted || this.calls >= calls || performance.now() >= this.#end;
  }

  /** The fraction of the budget that is left, from 1 to 0. */
  get remaining(): number {
    const { calls, time } = this.#limits;
    const left = time === Infinity ? 1 : (this.#end - performance.now()) / time;
    return this.isSpent ? 0 : Math.min(left, calls === Infinity ? 1 : 1 - this.calls / calls);
  }

  /** Ends the run. */
  stop(reason: string): void {
    this.#stopped ??= reason;
  }

  /** Counts a call, and waits until it may be made. Throws a {@link BudgetSpent} if the run may make no more calls. */
  async take(): Promise<void> {
    if (this.isSpent) {
      throw new BudgetSpent();
    }
    this.calls += 1;
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + (this.#limits.rate === 0 ? 0 : 1000 / this.#limits.rate);
    if (at > now) {
      await this.wait(at - now);
    }
  }

  /** Delays all calls, because the server asks for it. */
  async pause(milliseconds: number): Promise<void> {
    this.#next = Math.max(this.#next, performance.now() + milliseconds);
    await this.wait(milliseconds);
  }

  /** Waits, but not beyond the end of the run. */
  async wait(milliseconds: number): Promise<void> {
    const { signal } = this.#limits;
    const most = Math.max(0, Math.min(milliseconds, this.#end - performance.now()));
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, most);
      signal.addEventListener("abort", done, { once: true });
    });
  }
}
