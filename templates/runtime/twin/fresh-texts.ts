import type { Fresh } from "./data.js";

/** Makes texts such as cursors and ids, each of which is new. */
export class FreshTexts {
  #count = 0;

  next(fresh: Fresh): string {
    this.#count++;
    if ("texts" in fresh) {
      return fresh.texts[(this.#count - 1) % fresh.texts.length] ?? "";
    }
    return fresh.prefix + String(this.#count).padStart(fresh.digits, "0").slice(-fresh.digits);
  }

  reset(): void {
    this.#count = 0;
  }
}
