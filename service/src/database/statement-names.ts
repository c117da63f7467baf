/**
 * Names for statements that are prepared, by their text. As values are never in the text, there are only so many.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #latest = 0;

  /** The name of a statement; the same for the same text. */
  nameOf(text: string): string {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `statement ${++this.#latest}`;
      this.#names.set(text, name);
    }
    return name;
  }

  /** Has all statements prepared anew, under names that were never used. */
  renew(): void {
    this.#names.clear();
  }
}
