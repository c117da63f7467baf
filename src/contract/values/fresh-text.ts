import type { Json, StringType } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { sampleText } from "../../patterns/sample.js";
import { findMismatch } from "../../values/mismatch.js";
import type { Random } from "../../values/random.js";

/** The number of texts that are remembered. */
const mostRemembered = 5000;

/** Makes texts that are new to the server, and by which people recognize what a run has created. */
export class FreshTexts {
  readonly #lookup: Lookup;
  readonly #run: string;
  /** The texts made last, the oldest first. */
  readonly #made = new Set<string>();
  #count = 0;

  constructor(lookup: Lookup, seed: number) {
    this.#lookup = lookup;
    // A later run must not find what this one has left behind.
    this.#run = (((seed % 46_656) + 46_656) % 46_656).toString(36);
  }

  /** A text of a type; undefined if none is found. Some patterns match so few texts that these repeat. */
  make(type: StringType, random: Random): string | undefined {
    this.#count += 1;
    const id = `${this.#run}${this.#count.toString(36)}`;
    const forms = [
      `ashlar-${id}`,
      `/ashlar-${id}`,
      `/ashlar-${id}.txt`,
      `ashlar.${id}@example.com`,
      `ashlar_${id}`,
      `ashlar${id}`,
      `id:ashlar${id}`,
      `https://example.com/${id}`,
    ];
    const fits = (text: string): boolean => findMismatch(text, type, this.#lookup, true) === undefined;
    const text = forms.find(fits) ?? sampleText(type, (count) => random.below(count));
    if (text !== undefined) {
      this.#remember(text);
    }
    return text;
  }

  /** Whether a text was made for this run, not too long ago. */
  has(text: Json): boolean {
    return typeof text === "string" && this.#made.has(text);
  }

  #remember(text: string): void {
    this.#made.add(text);
    const [oldest] = this.#made;
    if (this.#made.size > mostRemembered && oldest !== undefined) {
      this.#made.delete(oldest);
    }
  }
}
