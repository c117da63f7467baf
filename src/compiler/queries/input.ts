/** A value that is set from outside. */
export interface Input<Value> {
  get(): Value;

  /** Sets the value. Setting an equal value is not a change. */
  set(value: Value): void;
}
