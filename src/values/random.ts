/** Chooses one of several possible values. */
export interface Choices {
  /** Returns an integer that is at least 0 and less than `count`. */
  below(count: number): number;
  /** Returns one of the items. Throws an Error if there are none. */
  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item;
}

/** Generates pseudo-random numbers. The same seed yields the same numbers. */
export class Random implements Choices {
  #state: number;

  constructor(seed: string) {
    this.#state = [...seed].reduce(
      (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619),
      2166136261,
    );
  }

  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    const first = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    const second = (first + Math.imul(first ^ (first >>> 7), 61 | first)) ^ first;
    return Math.floor((((second ^ (second >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) {
      throw new Error("There is nothing to pick from.");
    }
    return item;
  }
}
