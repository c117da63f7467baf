import type { Input } from "../input.js";
import type { InputMap } from "../input-map.js";
import type { Computing } from "./computing.js";

export class PlainInput<Value> implements Input<Value> {
  #value: Value;
  readonly #computing: Computing;

  constructor(value: Value, computing: Computing) {
    this.#value = value;
    this.#computing = computing;
  }

  get(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (this.#computing.hasRun && value !== this.#value) {
      throw new Error("An input has changed, but it was not recorded which results read it.");
    }
    this.#value = value;
  }
}

export class PlainInputMap<Name, Value> implements InputMap<Name, Value> {
  readonly #map: PlainInput<ReadonlyMap<Name, Value>>;

  constructor(computing: Computing) {
    this.#map = new PlainInput<ReadonlyMap<Name, Value>>(new Map(), computing);
  }

  get(name: Name): Value | undefined {
    return this.#map.get().get(name);
  }

  has(name: Name): boolean {
    return this.#map.get().has(name);
  }

  keys(): Iterable<Name> {
    return this.#map.get().keys();
  }

  values(): Iterable<Value> {
    return this.#map.get().values();
  }

  current(): ReadonlyMap<Name, Value> {
    return this.#map.get();
  }

  set(map: ReadonlyMap<Name, Value>): void {
    this.#map.set(map);
  }
}
