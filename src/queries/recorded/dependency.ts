/** A result that depends on what it has read. */
export interface Reader {
  /** Marks the result: something that it has read may have changed. */
  mark(): void;
}

/** An input or a result that computations can read. */
export abstract class Dependency {
  /** The revision of its last change; valid only when it is up to date. */
  abstract readonly changedAt: number;
  /** The number of the computation that read it last. */
  lastReader = 0;
  /** The live results that have read it; usually one. */
  #readers: Reader | Set<Reader> | undefined;

  /** Brings it up to date. */
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

  /** Whether a live result has read it. */
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
