/**
 * A map that is set from outside and read entry by entry: a reader depends on the entries it asks for, including absent
 * ones.
 */
export interface InputMap<Name, Value> {
  get(name: Name): Value | undefined;

  has(name: Name): boolean;

  /** Returns all keys in order. A reader depends on all entries. */
  keys(): Iterable<Name>;

  /** Returns all values in the order of the keys. A reader depends on all entries. */
  values(): Iterable<Value>;

  /** Returns all entries, to compute the next ones from. Reading them is not a dependency. */
  current(): ReadonlyMap<Name, Value>;

  /** Replaces all entries. */
  set(map: ReadonlyMap<Name, Value>): void;
}
