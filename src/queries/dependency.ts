/** What a computation can read. */
export interface Dependency {
  /** What other processes call it; undefined for results that are only known by what they have read. */
  readonly id: string | undefined;
  /** What was read for it; nothing for inputs. */
  readonly reads: readonly Dependency[];
  /** The number of the computation that has read it last. */
  lastReader: number;
  /** The revision of its last change, once it is up to date. */
  readonly changedAt: number;
  /** Brings it up to date. */
  refresh(): void;
}
