/** A result that depends on other results or inputs. */
export interface Reader {
  /** Marks the result as possibly outdated, because a dependency may have changed. */
  mark(): void;
}

/** An input or a result that computations can read. */
export abstract class Dependency {
  /** The revision of the last change. Valid only while the dependency is up to date. */
  abstract readonly changedAt: number;
  /** The number of the last computation that read the dependency. */
  lastReader = 0;
  /** The live results that have read the dependency, which is usually one. */
  #readers: Reader | Set<Reader> | undefined;

  /** Brings the dependency up to date. */
  abstract refresh(): void;

  addReader(reader: Reader): void {
    const readers = this.#readers;
    if (readers === undefined) {
      this.#readers = reader;
    } else if (readers instanceof Set) {
      readers.add(reader);
    } else if (readers !== reader) {
      this.#readers = new Set([readers, reader]);
    }
  }

  removeReader(reader: Reader): void {
    const readers = this.#readers;
    if (readers === reader) {
      this.#readers = undefined;
    } else if (readers instanceof Set) {
      readers.delete(reader);
    }
  }

  /** Whether a live result has read the dependency. */
  get hasReaders(): boolean {
    return this.#readers instanceof Set ? this.#readers.size > 0 : this.#readers !== undefined;
  }

  protected markReaders(): void {
    const readers = this.#readers;
    if (readers instanceof Set) {
      readers.forEach((reader) => {
        reader.mark();
      });
    } else {
      readers?.mark();
    }
  }
}
