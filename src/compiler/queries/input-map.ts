/**
 * A map that is set from outside and read entry by entry. A reader depends on each entry that it reads, even if the
 * entry does not exist.
 */
export interface InputMap<Name, Value> {
  get(name: Name): Value | undefined;

  has(name: Name): boolean;

  /** Returns all keys in order. A reader depends on all entries. */
  keys(): Iterable<Name>;

  /** Returns all values in the order of the keys. A reader depends on all entries. */
  values(): Iterable<Value>;

  /** Returns all entries, from which the next ones can be computed. The call is not recorded as a dependency. */
  current(): ReadonlyMap<Name, Value>;

  /** Replaces all entries. */
  set(map: ReadonlyMap<Name, Value>): void;
}
