/**
 * Names of prepared statements by text. Texts never contain values, so their number is bounded.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #latest = 0;

  /** Returns the name of a statement, which is always the same for the same text. */
  nameStatement(text: string): string {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `statement ${++this.#latest}`;
      this.#names.set(text, name);
    }
    return name;
  }

  /** Gives all statements new names, so that they are prepared again. */
  renew(): void {
    this.#names.clear();
  }
}
