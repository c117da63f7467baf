import { Source, type Position } from "./source.js";

/** The location of an item in a file. */
export interface Place {
  readonly path: string;
  /** The whole text of the file. */
  readonly file: Source;
  /** The offset of the item, in UTF-16 code units from 0. */
  readonly start: number;
}

/**
 * The text of an item. Offsets count from the start of the item, so that everything that is known about the item stays
 * valid when text before it changes. Only its position in the file changes; this is looked up when a diagnostic is rendered.
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

  /** Moves the item to an offset in a file, given as its path and its whole text. */
  moveTo(path: string, file: Source, start: number): void {
    this.#path = path;
    this.#file = file;
    this.#start = start;
  }

  /**
   * Detaches the item from the text of its file, so that a reference to the item does not keep a whole file in memory.
   */
  detach(): void {
    this.moveTo(this.#path, this, 0);
  }

  /** Converts an offset in the item to an offset in the file. */
  offsetInFile(offset: number): number {
    return this.#start + offset;
  }

  /**
   * Converts an offset in the item to a position in the file. Offsets after the end of the item are moved to its end.
   */
  positionInFile(offset: number): Position {
    return this.#file.position(this.#start + Math.min(offset, this.text.length));
  }
}
