import type { Input } from "./input.js";
import type { Queries } from "./queries.js";

/** A map that is set from outside, and read entry by entry: a reader depends on the entries it asks for, absent ones too. */
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

  /** All keys in order. Who reads them depends on all entries. */
  keys(): Iterable<Key> {
    return this.#all.get().keys();
  }

  /** All values in the order of the keys. Who reads them depends on all entries. */
  values(): Iterable<Value> {
    return this.#all.get().values();
  }

  /** All entries, for setting the next ones. Reading them is not recorded. */
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
        // Names that were asked for once would become more and more. What is not in use may still have read it.
        entry.touch();
        this.#entries.delete(key);
      }
    }
  }
}
