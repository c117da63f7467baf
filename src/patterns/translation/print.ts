import type { CharacterSet } from "../characters/character-set.js";
import type { Node, Place, Repeat } from "../tree.js";

/** The syntax that differs between engines. */
export interface Syntax {
  /** Returns the source that matches one character of a set, to which a quantifier can be appended. */
  readonly set: (set: CharacterSet) => string;
  readonly place: (place: Place) => string;
}

/**
 * Returns the source of a simplified tree, which may contain `|` at its top level. The tree must have no obstacle
 * according to `obstacleIn`.
 */
export function print(node: Node, syntax: Syntax): string {
  return new Printer(syntax).print(node);
}

class Printer {
  readonly #syntax: Syntax;
  /** Group number in the pattern to the number in JavaScript, where atomic parts are also numbered groups. */
  readonly #numbers = new Map<number, number>();
  #groupCount = 0;

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
  }

  print(node: Node): string {
    switch (node.kind) {
      case "alternation":
        return node.options.map((option) => this.print(option)).join("|");
      case "sequence":
        return this.#sequence(node.items);
      case "repeat":
        return this.#repeatable(node.body) + quantifier(node);
      case "look":
        return `(?${node.ahead ? "" : "<"}${node.negated ? "!" : "="}${this.print(node.body)})`;
      case "characters":
        return this.#syntax.set(node.set);
      case "group":
        this.#groupCount += 1;
        this.#numbers.set(node.number, this.#groupCount);
        return `(${this.print(node.body)})`;
      case "atomic": {
        // JavaScript never backtracks into a look-ahead. The reference consumes the text that the group in it has
        // captured.
        this.#groupCount += 1;
        const number = this.#groupCount;
        return `(?=(${this.print(node.body)}))\\${number}`;
      }
      case "reference":
        return `\\${this.#numbers.get(node.group) ?? 0}`;
      case "assertion":
        return this.#syntax.place(node.at);
      case "conditional":
        throw new Error("JavaScript has no conditions.");
    }
  }

  #sequence(items: readonly Node[]): string {
    const texts = items.map((item) => (item.kind === "alternation" ? `(?:${this.print(item)})` : this.print(item)));
    return texts.map((text, index) => (endsInNumber(items[index], texts[index + 1]) ? `(?:${text})` : text)).join("");
  }

  #repeatable(node: Node): string {
    const text = this.print(node);
    return node.kind === "characters" || node.kind === "group" || node.kind === "reference" ? text : `(?:${text})`;
  }
}

/** Whether a digit at the start of `next` would become part of the group number that ends `node`. */
function endsInNumber(node: Node | undefined, next = ""): boolean {
  return (node?.kind === "reference" || node?.kind === "atomic") && /^\d/.test(next);
}

function quantifier({ min, max, lazy }: Repeat): string {
  return bounds(min, max) + (lazy ? "?" : "");
}

function bounds(min: number, max: number): string {
  if (max === Infinity) {
    return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  }
  return min === 0 && max === 1 ? "?" : min === max ? `{${min}}` : `{${min},${max}}`;
}
