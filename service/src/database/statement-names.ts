/**
 * Names of prepared statements, by their text. Texts never contain values, so their number is bounded.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #latest = 0;

  /** The name of a statement; the same for the same text. */
  nameStatement(text: string): string {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `statement ${++this.#latest}`;
      this.#names.set(text, name);
    }
    return name;
  }

  /** Makes all statements be prepared again, under new names. */
  renew(): void {
    this.#names.clear();
  }
}
