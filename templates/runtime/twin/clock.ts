const start = "2020-01-01T00:00:00Z";

/** The clock of a Twin. It advances by one second with each call, and otherwise only on request. */
export class TwinClock {
  #now: number = Date.parse(start);
  readonly #onSet: () => void;

  constructor(onSet: () => void) {
    this.#onSet = onSet;
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Sets the time. Throws a RangeError for an invalid date. */
  set(moment: Date | string): void {
    const time = new Date(moment).getTime();
    if (Number.isNaN(time)) {
      throw new RangeError(`${String(moment)} is not a date`);
    }
    this.#now = time;
    this.#onSet();
  }

  /** Advances the time. */
  advance(durationMs: number): void {
    this.set(new Date(this.#now + durationMs));
  }

  reset(): void {
    this.set(start);
  }
}
