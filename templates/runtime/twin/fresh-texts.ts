/** How to make texts that are different from each other. */
export type Fresh = { readonly prefix: string; readonly digits: number } | { readonly texts: readonly string[] };

/** Makes texts such as cursors and ids, each of which is new. */
export class FreshTexts {
  #count = 0;

  next(fresh: Fresh): string {
    this.#count++;
    return numberedText(fresh, this.#count);
  }

  reset(): void {
    this.#count = 0;
  }
}

/** A text that is another one for each number. */
export function numberedText(fresh: Fresh, count: number): string {
  return "texts" in fresh
    ? (fresh.texts[(count - 1) % fresh.texts.length] ?? "")
    : fresh.prefix + String(count).padStart(fresh.digits, "0").slice(-fresh.digits);
}
