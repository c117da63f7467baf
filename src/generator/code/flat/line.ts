import { fits } from "../layout/page.js";

/** The language of printed code; JavaScript is printed without types. */
export type Language = "typescript" | "javascript";

/** Code that is written on one line. */
export class Line {
  readonly hasTypes: boolean;
  /** Whether printing stops when the code needs several lines. */
  readonly #isBounded: boolean;
  #text = "";
  #isBroken = false;

  constructor(language: Language, isBounded: boolean) {
    this.hasTypes = language === "typescript";
    this.#isBounded = isBounded;
  }

  /** The text; undefined if the code needs several lines. */
  get text(): string | undefined {
    return this.#isBroken ? undefined : this.#text;
  }

  write(code: string): void {
    this.#text += code;
  }

  /** Marks code that prettier writes on several lines even if it fits on one. The text of a bounded line is then undefined. */
  break(): void {
    this.#isBroken ||= this.#isBounded;
  }

  /** Writes items with separators; stops when a bounded line is full. */
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
