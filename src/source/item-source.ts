import { Source, type Position } from "./source.js";

/** Where an item begins in a file. */
export interface Place {
  readonly path: string;
  /** The whole text of the file. */
  readonly file: Source;
  /** In UTF-16 code units from 0. */
  readonly start: number;
}

/**
 * The text of an item. Offsets count from its beginning, so that everything that is known about an item remains true when
 * text before it changes. Only its place in the file moves, which is looked at where a diagnostic is shown.
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

  /** Where the item is now; {@link moveTo} gives it another place. */
  get place(): Place {
    return { path: this.#path, file: this.#file, start: this.#start };
  }

  /** Gives it another place: a path, the whole text of that file, and where in it the item begins. */
  moveTo(path: string, file: Source, start: number): void {
    this.#path = path;
    this.#file = file;
    this.#start = start;
  }

  /** Notes that no file has it any more, so that who still holds it does not hold a whole file. */
  detach(): void {
    this.moveTo(this.#path, this, 0);
  }

  /** The offset in the file of an offset in the item. */
  offsetInFile(offset: number): number {
    return this.#start + offset;
  }

  /** The position in the file of an offset in the item; one after the end of the item counts as its end. */
  positionInFile(offset: number): Position {
    return this.#file.position(this.#start + Math.min(offset, this.text.length));
  }
}
