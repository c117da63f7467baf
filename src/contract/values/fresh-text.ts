import type { Context } from "../../generator/facts/context.js";
import type { Api, Json, StringType } from "../../ir/api.js";
import type { Lookup } from "../../ir/walk.js";
import { sampleText } from "../../patterns/sample.js";
import { findMismatch } from "../../values/mismatch.js";
import type { Random } from "../../values/random.js";

/** The maximum number of strings that are remembered. */
const maxRemembered = 5000;

/** Makes strings that are new to the server, and by which people recognize things that a run has created. */
export class FreshTexts {
  readonly #lookup: Lookup;
  readonly #run: string;
  readonly #extensions: readonly string[];
  /** The most recent strings, the oldest first. */
  readonly #made = new Set<string>();
  #count = 0;

  constructor({ api, lookup }: Context, seed: number) {
    this.#lookup = lookup;
    this.#extensions = exampleExtensions(api, lookup);
    // A run with another seed must not find things that this run has left behind.
    this.#run = (((seed % 46_656) + 46_656) % 46_656).toString(36);
  }

  /** Returns a string of a type; undefined if none is found. Strings repeat if a pattern matches only a few. */
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
    const form = forms.find(fits) ?? sampleText(type, (count) => random.below(count));
    const longer = form?.startsWith("/ashlar") === true ? `${form}${random.pick(["", ...this.#extensions])}` : form;
    const text = longer !== undefined && fits(longer) ? longer : form;
    if (text !== undefined) {
      this.#remember(text);
    }
    return text;
  }

  /** Whether a value is one of the most recent strings of this run. */
  has(text: Json): boolean {
    return typeof text === "string" && this.#made.has(text);
  }

  #remember(text: string): void {
    this.#made.add(text);
    const [oldest] = this.#made;
    if (this.#made.size > maxRemembered && oldest !== undefined) {
      this.#made.delete(oldest);
    }
  }
}

/** Returns the file extensions in the examples of an API, such as `.jpg`, because some routes accept only certain kinds of files. */
function exampleExtensions(api: Api, lookup: Lookup): readonly string[] {
  const examples = api.namespaces.flatMap(({ name: namespace, types }) =>
    types.flatMap(({ name }) => lookup.examples({ namespace, name }).map(({ value }) => value)),
  );
  const extensions = textsIn(examples).map((text) => /^\/.*[^/.](\.[a-z][a-z0-9]{1,4})$/i.exec(text)?.[1] ?? "");
  return [...new Set(extensions)].filter((extension) => extension !== "");
}

function textsIn(json: Json): readonly string[] {
  return typeof json === "string"
    ? [json]
    : typeof json === "object" && json !== null
      ? Object.values(json).flatMap(textsIn)
      : [];
}
