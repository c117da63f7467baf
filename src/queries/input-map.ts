import type { Input } from "./input.js";
import type { Queries } from "./queries.js";

/**
 * A map that is set from outside and read entry by entry: a reader depends on the entries it asks for, including absent
 * ones.
 */
export class InputMap<Key, Value> {
  readonly #queries: Queries;
  readonly #all: Input<ReadonlyMap<Key, Value>>;
  readonly #entries = new Map<Key, Input<Value | undefined>>();
  #map: ReadonlyMap<Key, Value> = new Map();

  constructor(queries: Queries) {
    this.#queries = queries;
    this.#all = queries.input(this.#map);
  }

  get(key: Key): Value | undefined {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = this.#queries.input(this.#map.get(key));
      this.#entries.set(key, entry);
    }
    return entry.get();
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  /** All keys in order. A reader depends on all entries. */
  keys(): Iterable<Key> {
    return this.#all.get().keys();
  }

  /** All values in the order of the keys. A reader depends on all entries. */
  values(): Iterable<Value> {
    return this.#all.get().values();
  }

  /** All entries, to compute the next ones from. Reading them is not recorded. */
  current(): ReadonlyMap<Key, Value> {
    return this.#map;
  }

  /** Puts other entries in place of all. */
  set(map: ReadonlyMap<Key, Value>): void {
    this.#map = map;
    this.#all.set(map);
    for (const [key, entry] of this.#entries) {
      const value = map.get(key);
      entry.set(value);
      if (value === undefined && !entry.hasReaders) {
        // Entries of names that were once asked for would accumulate. Results that are not live may still have read them.
        entry.touch();
        this.#entries.delete(key);
      }
    }
  }
}
