import { isEqual } from "../../../ir/equal.js";
import type { InputMap } from "../input-map.js";
import { RecordedInput } from "./input.js";
import type { Recording } from "./recording.js";

export class RecordedInputMap<Name, Value> implements InputMap<Name, Value> {
  readonly #recording: Recording;
  readonly #all: RecordedInput<ReadonlyMap<Name, Value>>;
  readonly #entries = new Map<Name, RecordedInput<Value | undefined>>();
  #map: ReadonlyMap<Name, Value> = new Map();

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#all = new RecordedInput(this.#map, isEqual, recording);
  }

  get(name: Name): Value | undefined {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = new RecordedInput(this.#map.get(name), isEqual, this.#recording);
      this.#entries.set(name, entry);
    }
    return entry.get();
  }

  has(name: Name): boolean {
    return this.get(name) !== undefined;
  }

  keys(): Iterable<Name> {
    return this.#all.get().keys();
  }

  values(): Iterable<Value> {
    return this.#all.get().values();
  }

  current(): ReadonlyMap<Name, Value> {
    return this.#map;
  }

  set(map: ReadonlyMap<Name, Value>): void {
    this.#map = map;
    this.#all.set(map);
    for (const [key, entry] of this.#entries) {
      const value = map.get(key);
      entry.set(value);
      if (value === undefined && !entry.hasReaders) {
        // Otherwise, entries of names that were once read would accumulate. The entry is marked as changed because
        // results that are not live may still have read it.
        entry.touch();
        this.#entries.delete(key);
      }
    }
  }
}
