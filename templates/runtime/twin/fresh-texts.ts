/** How to create distinct texts. */
export type Fresh = { readonly prefix: string; readonly digits: number } | { readonly texts: readonly string[] };

/** Creates unique texts, such as cursors and ids. */
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

/** A text that is different for each number. */
export function numberedText(fresh: Fresh, count: number): string {
  return "texts" in fresh
    ? (fresh.texts[(count - 1) % fresh.texts.length] ?? "")
    : fresh.prefix + String(count).padStart(fresh.digits, "0").slice(-fresh.digits);
}
