import type { Input } from "../input.js";
import { Dependency } from "./dependency.js";
import type { Recording } from "./recording.js";

/** An input whose changes affect only the results that have read it. */
export class RecordedInput<Value> extends Dependency implements Input<Value> {
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
