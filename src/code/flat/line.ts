import { fits } from "../layout/page.js";

/** With types, or without them. */
export type Language = "typescript" | "javascript";

/** Code that is written on one line. */
export class Line {
  readonly hasTypes: boolean;
  /** Whether it gives up what needs several lines. */
  readonly #isBounded: boolean;
  #text = "";
  #isBroken = false;

  constructor(language: Language, isBounded: boolean) {
    this.hasTypes = language === "typescript";
    this.#isBounded = isBounded;
  }

  /** The text; undefined if it was given up. */
  get text(): string | undefined {
    return this.#isBroken ? undefined : this.#text;
  }

  write(code: string): void {
    this.#text += code;
  }

  /** Something that a bounded line never has: what prettier writes on several lines, whether it fits or not. */
  break(): void {
    this.#isBroken ||= this.#isBounded;
  }

  /** Writes items with separators, as long as there is room. */
  list<Item>(items: readonly Item[], separator: string, write: (item: Item, line: Line) => void): void {
    let isFirst = true;
    for (const item of items) {
      if (this.#isBroken || (this.#isBounded && !fits(this.#text, 0))) {
        this.#isBroken = true;
        return;
      }
      if (!isFirst) {
        this.#text += separator;
      }
      isFirst = false;
      write(item, this);
    }
  }
}
