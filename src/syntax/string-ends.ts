/** Finds the ends of the string literals in a text (LEX-21). */
export class StringEnds {
  readonly #text: string;
  /** The start and the end of the range in which no string that starts has a closing quote. */
  #unclosedFrom = 0;
  #unclosedUntil = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the offset after the closing quote of a string whose opening quote is at an offset; undefined if it is
   * never closed. Does not use a single regular expression, because the engine would store a position for each escape
   * and run out of memory.
   */
  after(start: number): number | undefined {
    if (start >= this.#unclosedFrom && start < this.#unclosedUntil) {
      return undefined;
    }
    const special = /["\\]/g;
    special.lastIndex = start + 1;
    while (special.test(this.#text)) {
      const at = special.lastIndex - 1;
      if (this.#text.charAt(at) === '"') {
        return at + 1;
      }
      if (this.#text.charAt(at + 1) === "\n") {
        return this.#fail(start, at);
      }
      special.lastIndex = at + 2;
    }
    return this.#fail(start, this.#text.length);
  }

  /**
   * Remembers a string without a closing quote. All quotes in it are escaped, so that a string that starts at one of
   * them is not closed either.
   */
  #fail(start: number, end: number): undefined {
    this.#unclosedFrom = start;
    this.#unclosedUntil = end;
  }
}
