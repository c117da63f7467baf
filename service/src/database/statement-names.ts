/**
 * The names of prepared statements. The text of a statement never contains values, so the number of statements is bounded.
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

  /** Forgets all names, so that statements get new names and are prepared again. */
  renew(): void {
    this.#names.clear();
  }
}
