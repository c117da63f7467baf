/** A single result. */
export interface Result<Value> {
  get(): Value;
}
