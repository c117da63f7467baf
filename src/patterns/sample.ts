import { buildAutomaton, type Automaton } from "./automaton.js";
import { exampleOf, examplesOf, hasCharacter } from "./characters/symbols.js";
import { matchStart } from "./match.js";
import { isProblem, parsePattern } from "./parse.js";
import { remembered } from "./remembered.js";
import { isUntranslatable, portable } from "./translation/portable.js";

/** The limits of a string type. */
export interface TextLimits {
  /** The limits of the length, in code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression in Python's syntax. An empty one is ignored. */
  readonly pattern?: string;
}

/** Returns an integer from 0 to below `count`. */
type Below = (count: number) => number;

/** How many code points a random string may be longer than the shortest one. */
const spare = 12;
/** The maximum number of pairs of a position and a character that are examined. */
const maxSteps = 4_000_000;
/** The maximum numbers of lengths, and of strings for each length, that are tried for patterns that are not regular. */
const maxLengths = 600;
const textsOfLength = 30;

/**
 * Returns a random string within the limits that the pattern matches as a whole. Undefined if there is none, or if the
 * pattern is very large or not regular and none is found. `below` makes the random choices.
 */
export function sampleText(
  { minLength = 0, maxLength = Infinity, pattern = "" }: TextLimits,
  below: Below,
): string | undefined {
  if (pattern === "") {
    const most = Math.min(maxLength, minLength + spare);
    return minLength > most ? undefined : "a".repeat(minLength + below(most - minLength + 1));
  }
  const paths = pathsOf(pattern);
  if (paths === undefined) {
    return undefined;
  }
  if (!paths.isExact) {
    return searchText(paths, minLength, maxLength, pattern);
  }
  const lengths = paths.lengths(minLength, maxLength, spare);
  const length = lengths[below(lengths.length)];
  return length === undefined ? undefined : paths.text(length, below);
}

/**
 * Returns the shortest string within the limits that the pattern matches as a whole. Returns the empty string only if
 * there is no other. Undefined in the same cases as {@link sampleText}.
 */
export function shortestText(limits: TextLimits): string | undefined {
  const { minLength = 0 } = limits;
  const first = (): number => 0;
  const text = sampleText({ ...limits, minLength: Math.max(1, minLength) }, first);
  return text === undefined && minLength === 0 ? sampleText(limits, first) : text;
}

/**
 * Returns the first string along the paths of a pattern that the pattern matches, which also depends on parts that are
 * not regular. Undefined if none is found.
 */
function searchText(paths: Paths, minLength: number, maxLength: number, pattern: string): string | undefined {
  const whole = parsePattern(`(?:${pattern})\\Z`);
  if (isProblem(whole)) {
    return undefined;
  }
  for (const length of paths.lengths(minLength, maxLength, maxLengths)) {
    for (let number = 0; number < textsOfLength; number += 1) {
      const text = paths.text(length, digitsOf(number));
      if (text !== undefined && typeof matchStart(whole, text) === "object") {
        return text;
      }
    }
  }
  return undefined;
}

/**
 * Returns a function whose results are the digits of `number` in a mixed radix, so that each number leads to different
 * choices.
 */
function digitsOf(number: number): Below {
  let rest = number;
  return (count) => {
    const digit = rest % count;
    rest = Math.floor(rest / count);
    return digit;
  };
}

const pathsOf = remembered((source: string): Paths | undefined => {
  const pattern = parsePattern(source);
  const node = isProblem(pattern) ? undefined : portable(pattern, "whole");
  const automaton = node === undefined || isUntranslatable(node) ? undefined : buildAutomaton(node);
  return automaton && new Paths(automaton);
});

/** The paths through an automaton, by the number of characters that they consume. */
class Paths {
  readonly isExact: boolean;
  readonly #automaton: Automaton;
  /** Position to the characters that can be chosen there. */
  readonly #characters: readonly (readonly string[])[];
  /**
   * Number of characters to a flag for each position: whether that many further characters lead from the position to
   * the end.
   */
  readonly #isNearEnd: Uint8Array[] = [];

  constructor(automaton: Automaton) {
    const { sets, isExact } = automaton;
    this.#automaton = automaton;
    this.isExact = isExact;
    const [...all] = new Set(sets.flatMap((set) => exampleOf(set) ?? []));
    this.#characters = sets.map((set) => {
      // If a pattern is not regular, it matters which character is chosen, because it may have to equal that of another
      // position.
      const others = isExact ? [] : [...all.filter((character) => hasCharacter(set, character)), ...examplesOf(set)];
      return [...new Set([exampleOf(set) ?? [], ...others].flat())];
    });
  }

  /**
   * Returns the possible lengths of strings, from the shortest one within the limits to one that is `more` characters
   * longer.
   */
  lengths(min: number, max: number, more: number): readonly number[] {
    const lengths: number[] = [];
    // If there is a string longer than the number of positions, there is also a shorter one.
    let most = Math.min(max, min + this.#automaton.sets.length);
    for (let length = min; length <= most; length += 1) {
      if (length * this.#automaton.sets.length > maxSteps) {
        break;
      }
      if (this.#starts(length).length > 0) {
        most = lengths.length === 0 ? Math.min(max, length + more) : most;
        lengths.push(length);
      }
    }
    return lengths;
  }

  /** Returns a text of this length; undefined if there is none. */
  text(length: number, below: Below): string | undefined {
    let text = "";
    let open = this.#starts(length);
    for (let left = length; left > 0; left -= 1) {
      const position = open[below(open.length)];
      const characters = this.#characters[position ?? -1] ?? [];
      if (position === undefined) {
        return undefined;
      }
      text += characters[characters.length === 1 ? 0 : below(characters.length)] ?? "";
      open = left === 1 ? [] : this.#toward(this.#automaton.next[position]?.keys() ?? [], left - 1);
    }
    return length === 0 && open.length === 0 ? undefined : text;
  }

  /** Returns the positions that consume the first character of strings of a length; for the empty string, the end. */
  #starts(length: number): readonly number[] {
    return this.#toward(this.#automaton.first.keys(), length);
  }

  /** Returns the positions from which exactly `count` characters, including their own, lead to the end. */
  #toward(positions: Iterable<number>, count: number): readonly number[] {
    if (count === 0) {
      return [...positions].filter((position) => position === this.#end);
    }
    const isNear = this.#nearEnd(count - 1);
    return [...positions].filter((position) => isNear[position] === 1);
  }

  #nearEnd(count: number): Uint8Array {
    const { sets, next } = this.#automaton;
    for (let length = this.#isNearEnd.length; length <= count; length += 1) {
      const layer = new Uint8Array(sets.length);
      for (const [position, targets] of next.entries()) {
        const hasCharacters = (this.#characters[position] ?? []).length > 0;
        layer[position] = hasCharacters && this.#toward(targets.keys(), length).length > 0 ? 1 : 0;
      }
      this.#isNearEnd.push(layer);
    }
    return this.#isNearEnd[count] ?? new Uint8Array();
  }

  get #end(): number {
    return this.#automaton.sets.length - 1;
  }
}
