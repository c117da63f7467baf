import { isEqual } from "../../ir/equal.js";
import { Dependency, type Recording } from "./recording.js";

/** A value that is set from outside. Its changes affect only the results that have read it. */
export class Input<Value> extends Dependency {
  changedAt: number;
  #value: Value;
  readonly #areSame: (a: Value, b: Value) => boolean;
  readonly #recording: Recording;

  constructor(value: Value, areSame: (a: Value, b: Value) => boolean, recording: Recording) {
    super();
    this.changedAt = recording.revision;
    this.#value = value;
    this.#areSame = areSame;
    this.#recording = recording;
  }

  get(): Value {
    this.#recording.note(this);
    return this.#value;
  }

  /** Sets the value. Setting an equal value is not a change. */
  set(value: Value): void {
    if (!this.#areSame(this.#value, value)) {
      this.#value = value;
      this.touch();
    }
  }

  /** Marks the input as changed even if the value is the same. */
  touch(): void {
    this.changedAt = this.#recording.change();
    this.markReaders();
  }

  override refresh(): void {
    // The value is always up to date.
  }
}

/**
 * A map that is set from outside and read entry by entry. A reader depends on each entry that it reads, even if the
 * entry does not exist.
 */
export class InputMap<Name, Value> {
  readonly #recording: Recording;
  readonly #all: Input<ReadonlyMap<Name, Value>>;
  readonly #entries = new Map<Name, Input<Value | undefined>>();
  #map: ReadonlyMap<Name, Value> = new Map();

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#all = new Input(this.#map, isEqual, recording);
  }

  get(name: Name): Value | undefined {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = new Input(this.#map.get(name), isEqual, this.#recording);
      this.#entries.set(name, entry);
    }
    return entry.get();
  }

  has(name: Name): boolean {
    return this.get(name) !== undefined;
  }

  /** Returns all keys in order. A reader depends on all entries. */
  keys(): Iterable<Name> {
    return this.#all.get().keys();
  }

  /** Returns all values in the order of the keys. A reader depends on all entries. */
  values(): Iterable<Value> {
    return this.#all.get().values();
  }

  /** Returns all entries, from which the next ones can be computed. The call is not recorded as a dependency. */
  current(): ReadonlyMap<Name, Value> {
    return this.#map;
  }

  /** Replaces all entries. */
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
