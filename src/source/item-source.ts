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
  #place: Place;

  constructor(text: string, place: Place) {
    super(text);
    this.#place = place;
  }

  get path(): string {
    return this.#place.path;
  }

  /** Where the item is now; {@link moveTo} gives it another place. */
  get place(): Place {
    return this.#place;
  }

  moveTo(place: Place): void {
    this.#place = place;
  }

  /** The offset in the file of an offset in the item. */
  offsetInFile(offset: number): number {
    return this.#place.start + offset;
  }

  /** The position in the file of an offset in the item; one after the end of the item counts as its end. */
  positionInFile(offset: number): Position {
    return this.#place.file.position(this.#place.start + Math.min(offset, this.text.length));
  }
}
