import { fits } from "../layout/page.js";

/** Whether code has types. */
export type Language = "typescript" | "javascript";

/** Code that is written on one line. */
export class Line {
  readonly hasTypes: boolean;
  /** Whether code that needs several lines is given up. */
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

  /** Marks code that prettier writes on several lines even if it fits on one; a bounded line then gives up. */
  break(): void {
    this.#isBroken ||= this.#isBounded;
  }

  /** Writes items with separators, until a bounded line is full. */
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
