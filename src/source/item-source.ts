import { Source, type Position } from "./source.js";

/** The place of an item in a file. */
export interface Place {
  readonly path: string;
  /** The whole text of the file. */
  readonly file: Source;
  /** In UTF-16 code units from 0. */
  readonly start: number;
}

/**
 * The text of an item. Offsets count from its start, so that everything known about an item stays valid when text before it
 * changes. Only its position in the file changes, which is looked up when a diagnostic is rendered.
 */
export class ItemSource extends Source {
  #path: string;
  #file: Source;
  #start: number;

  constructor(text: string, { path, file, start }: Place) {
    super(text);
    this.#path = path;
    this.#file = file;
    this.#start = start;
  }

  get path(): string {
    return this.#path;
  }

  /** The current position of the item, which {@link moveTo} changes. */
  get place(): Place {
    return { path: this.#path, file: this.#file, start: this.#start };
  }

  /** Moves it: sets its path, the whole text of that file, and the offset of the item in it. */
  moveTo(path: string, file: Source, start: number): void {
    this.#path = path;
    this.#file = file;
    this.#start = start;
  }

  /**
   * Detaches it from the text of its file, so that a reference to the item does not keep a whole file in memory.
   */
  detach(): void {
    this.moveTo(this.#path, this, 0);
  }

  /** Returns the offset in the file of an offset in the item. */
  offsetInFile(offset: number): number {
    return this.#start + offset;
  }

  /**
   * Returns the position in the file of an offset in the item; an offset after the end of the item counts as its end.
   */
  positionInFile(offset: number): Position {
    return this.#file.position(this.#start + Math.min(offset, this.text.length));
  }
}
