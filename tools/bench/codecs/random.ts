/** Deterministic pseudo-random numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns an integer from 0 to below `limit`. */
  below(limit: number): number {
    // A Lehmer generator: short, and good enough to vary payloads.
    this.#state = (this.#state * 48_271) % 0x7fff_ffff;
    return this.#state % limit;
  }

  /** Returns true once in `times` on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Returns a string of a given length from an alphabet. */
  text(length: number, alphabet: string): string {
    return Array.from({ length }, () => alphabet.charAt(this.below(alphabet.length))).join("");
  }

  hex(length: number): string {
    return this.text(length, "0123456789abcdef");
  }

  id(length: number): string {
    return this.text(length, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-");
  }

  /** Returns a time within ten years, as a timestamp of the APIs. */
  moment(): string {
    return new Date(1_400_000_000_000 + this.below(300_000_000) * 1000).toISOString().replace(".000", "");
  }
}
