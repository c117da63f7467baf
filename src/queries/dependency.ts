/** A result that depends on what it has read. */
export interface Reader {
  /** Notes that something that it has read may have changed. */
  mark(): void;
}

/** What a computation can read. */
export abstract class Dependency {
  /** What other processes call it; undefined for results that are only known by what they have read. */
  abstract readonly id: string | undefined;
  /** What was read for it; nothing for inputs. */
  abstract readonly reads: readonly Dependency[];
  /** The revision of its last change, once it is up to date. */
  abstract readonly changedAt: number;
  /** The number of the computation that has read it last. */
  lastReader = 0;
  /** The results in use that have read it. */
  #readers: Set<Reader> | undefined;

  /** Brings it up to date. */
  abstract refresh(): void;

  addReader(reader: Reader): void {
    this.#readers ??= new Set();
    this.#readers.add(reader);
  }

  removeReader(reader: Reader): void {
    this.#readers?.delete(reader);
  }

  protected get hasReaders(): boolean {
    return this.#readers !== undefined && this.#readers.size > 0;
  }

  protected markReaders(): void {
    this.#readers?.forEach((reader) => {
      reader.mark();
    });
  }
}
