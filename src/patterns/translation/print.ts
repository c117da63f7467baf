import {
  asciiSpaces,
  onlyCharacter,
  spaces,
  type CharacterSet,
  type CharacterClass,
  type CharacterRange,
  type SetItem,
} from "../characters/character-set.js";
import { isEverything, plainSet, toSymbols } from "../characters/symbols.js";
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

/** Python's `\w`, for use inside brackets. */
const word = String.raw`\p{L}\p{N}_`;

/**
 * Returns a JavaScript regular expression with the flag `u` for one character of a set. A quantifier can be appended to
 * it.
 */
export function printSet(set: CharacterSet): string {
  const character = onlyCharacter(set);
  if (character !== undefined) {
    return printCharacter(character, /[$()*+./?[\\\]^{|}]/);
  }
  const symbols = toSymbols(set);
  if (symbols.length === 0 || isEverything(symbols)) {
    return symbols.length === 0 ? "[]" : "[^]";
  }
  const [item] = set.items;
  if (item?.kind === "class" && set.items.length === 1) {
    return printClass({ ...item, negated: item.negated !== set.negated });
  }
  if (set.items.every(fitsInBrackets)) {
    return `[${set.negated ? "^" : ""}${set.items.map(printItem).join("")}]`;
  }
  const plain = plainSet(symbols);
  return plain === undefined ? printWithNonWord(set) : printSet(plain);
}

function printClass(item: CharacterClass): string {
  return escapeFor(item) ?? `[${item.negated ? "^" : ""}${printMembers(item)}]`;
}

/**
 * Returns JavaScript's escape for a class; undefined if there is none. JavaScript's `\d` and `\w` are those of Python
 * with the flag `a`.
 */
function escapeFor({ name, negated, ascii }: CharacterClass): string | undefined {
  switch (name) {
    case "digit":
      return ascii ? (negated ? "\\D" : "\\d") : negated ? "\\P{Nd}" : "\\p{Nd}";
    case "word":
      return ascii ? (negated ? "\\W" : "\\w") : undefined;
    case "space":
      return undefined;
  }
}

/** Returns the content of brackets for a class that has no escape. Ignores the negation of the class. */
function printMembers({ name, ascii }: CharacterClass): string {
  return name === "word" ? word : (ascii ? asciiSpaces : spaces).map(printRange).join("");
}

function fitsInBrackets(item: SetItem): boolean {
  return item.kind === "range" || !item.negated || escapeFor(item) !== undefined;
}

function printItem(item: SetItem, index: number, items: readonly SetItem[]): string {
  if (item.kind === "class") {
    return escapeFor(item) ?? printMembers(item);
  }
  const isAtEdge = index === 0 || index === items.length - 1;
  return isAtEdge && item.from === 0x2d && item.to === 0x2d ? "-" : printRange(item, index);
}

function printRange({ from, to }: CharacterRange, index: number): string {
  // A range that starts or ends with a space is easier to read with an escape. `^` is special only in first position.
  const special = index === 0 ? /[-/[\\\]^]/ : /[-/[\\\]]/;
  return from === to ? printCharacter(from, special) : `${printBound(from, special)}-${printBound(to, special)}`;
}

function printBound(codePoint: number, special: RegExp): string {
  return codePoint === 0x20 ? "\\x20" : printCharacter(codePoint, special);
}

/**
 * Returns a set that contains `\W` and other items, which cannot be in one pair of brackets, because JavaScript has no
 * property for `\W`.
 */
function printWithNonWord({ negated, items }: CharacterSet): string {
  const others = printSet({
    negated: false,
    items: items.filter((item) => item.kind === "range" || item.name !== "word" || item.ascii),
  });
  return negated ? `(?:(?!${others})[${word}])` : `(?:[^${word}]|${others})`;
}

const escapes = new Map([
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
]);

/**
 * Returns the source of a character in a regular expression, which is escaped unless it is visible and has no special
 * meaning.
 */
export function printCharacter(
  codePoint: number,
  special: RegExp,
  printEscape: (codePoint: number) => string = printJavaScriptEscape,
): string {
  const character = String.fromCodePoint(codePoint);
  if (special.test(character)) {
    return `\\${character}`;
  }
  return isVisible(character) ? character : (escapes.get(codePoint) ?? printEscape(codePoint));
}

/**
 * Whether a character is better written as itself than by number. Characters that look like others, such as the Kelvin
 * sign, are not.
 */
function isVisible(character: string): boolean {
  return (
    /^(?:[ -~]|(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}])$/u.test(character) &&
    character.normalize("NFKC") === character
  );
}

/** Returns the escape of a character in a literal with the flag `u`. */
function printJavaScriptEscape(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint <= 0xff) {
    return `\\x${hex.padStart(2, "0")}`;
  }
  // With braces, a surrogate stays alone; written as \ud83d, it would join the next one.
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint > 0xffff || isSurrogate ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}
