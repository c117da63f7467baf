/** How to create distinct strings: from a prefix and a number, or from a list. */
export type Fresh = { readonly prefix: string; readonly digits: number } | { readonly texts: readonly string[] };

/** Creates distinct strings, such as cursors and ids. */
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

/** Returns a string for a number. Different numbers have different strings, until the list or the digits are exhausted. */
export function numberedText(fresh: Fresh, count: number): string {
  return "texts" in fresh
    ? (fresh.texts[(count - 1) % fresh.texts.length] ?? "")
    : fresh.prefix + String(count).padStart(fresh.digits, "0").slice(-fresh.digits);
}
