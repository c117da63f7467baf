import type { CharacterSet } from "../characters/character-set.js";
import type { Node, Place, Repeat } from "../tree.js";

/** The syntax that differs between engines. */
export interface Syntax {
  /** One character of a set. A quantifier can be appended to it. */
  readonly set: (set: CharacterSet) => string;
  readonly place: (place: Place) => string;
}

/**
 * Returns a simplified tree as a regular expression, which may have `|` at its top level. `obstacleIn` must not find an
 * obstacle in the tree.
 */
export function print(node: Node, syntax: Syntax): string {
  return new Printer(syntax).print(node);
}

class Printer {
  readonly #syntax: Syntax;
  /** Group number in the pattern to its number in JavaScript, where atomic parts are also numbered. */
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
        // JavaScript never backtracks into a look-ahead, so the text of its group is matched by number.
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

/** Whether a following digit would become part of a group number. */
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
