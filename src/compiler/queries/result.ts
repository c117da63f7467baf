/** A result without a key. */
export interface Result<Value> {
  get(): Value;
}
