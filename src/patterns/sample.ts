import { buildAutomaton, type Automaton } from "./automaton.js";
import { exampleOf, examplesOf, hasCharacter } from "./characters/symbols.js";
import { matchStart } from "./match.js";
import { isProblem, parsePattern } from "./parse.js";
import { remembered } from "./remembered.js";
import { isUntranslatable, portable } from "./translation/portable.js";

/** The limits of a string type. */
export interface TextLimits {
  /** In code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression in Python's dialect; an empty one is ignored. */
  readonly pattern?: string;
}

/** Returns an integer from 0 to below `count`. */
type Below = (count: number) => number;

/** A random text has at most this many code points more than the shortest one. */
const spare = 12;
/** The most pairs of a position and a character that are examined. */
const mostSteps = 4_000_000;
/** The attempts for patterns that are not regular languages: the number of lengths, and of texts for each length. */
const mostLengths = 600;
const textsOfLength = 30;

/**
 * Returns a text within the limits that the pattern matches as a whole, for random choices; undefined if there is none,
 * or if none is found for a pattern that is very large or not a regular language.
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
 * Returns the shortest text within the limits that the pattern matches as a whole; an empty text only if there is no
 * other. Undefined in the same cases as for {@link sampleText}.
 */
export function shortestText(limits: TextLimits): string | undefined {
  const { minLength = 0 } = limits;
  const first = (): number => 0;
  const text = sampleText({ ...limits, minLength: Math.max(1, minLength) }, first);
  return text === undefined && minLength === 0 ? sampleText(limits, first) : text;
}

/** Tries texts along the paths of a pattern. Whether the pattern matches them also depends on its parts that are not regular. */
function searchText(paths: Paths, minLength: number, maxLength: number, pattern: string): string | undefined {
  const whole = parsePattern(`(?:${pattern})\\Z`);
  if (isProblem(whole)) {
    return undefined;
  }
  for (const length of paths.lengths(minLength, maxLength, mostLengths)) {
    for (let number = 0; number < textsOfLength; number += 1) {
      const text = paths.text(length, digitsOf(number));
      if (text !== undefined && typeof matchStart(whole, text) === "object") {
        return text;
      }
    }
  }
  return undefined;
}

/** Different choices for each number: its digits in a mixed radix, where each digit has as many values as there are choices. */
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
  /** Number of characters to a flag for each position: whether exactly that many characters lead on from there to the end. */
  readonly #isNearEnd: Uint8Array[] = [];

  constructor(automaton: Automaton) {
    const { sets, isExact } = automaton;
    this.#automaton = automaton;
    this.isExact = isExact;
    const [...all] = new Set(sets.flatMap((set) => exampleOf(set) ?? []));
    this.#characters = sets.map((set) => {
      // If a pattern is not regular, the choice of the character matters: it may have to equal a character of another position.
      const others = isExact ? [] : [...all.filter((character) => hasCharacter(set, character)), ...examplesOf(set)];
      return [...new Set([exampleOf(set) ?? [], ...others].flat())];
    });
  }

  /** Returns the possible lengths of texts, from the shortest one within the limits up to `more` characters longer. */
  lengths(min: number, max: number, more: number): readonly number[] {
    const lengths: number[] = [];
    // If there is a text longer than the number of positions, there is also a shorter one.
    let most = Math.min(max, min + this.#automaton.sets.length);
    for (let length = min; length <= most; length += 1) {
      if (length * this.#automaton.sets.length > mostSteps) {
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

  /** Returns the positions at which texts of a length can start; for the empty text, the end. */
  #starts(length: number): readonly number[] {
    return this.#toward(this.#automaton.first.keys(), length);
  }

  /** Returns the positions that are exactly this number of characters from the end, including their own. */
  #toward(positions: Iterable<number>, count: number): readonly number[] {
    if (count === 0) {
      return [...positions].filter((position) => position === this.#end);
    }
    const isNear = this.#nearEnd(count - 1);
    return [...positions].filter((position) => isNear[position] === 1);
  }

  #nearEnd(count: number): Uint8Array {
    const { sets, next } = this.#automaton;
    for (let known = this.#isNearEnd.length; known <= count; known += 1) {
      const layer = new Uint8Array(sets.length);
      for (const [position, targets] of next.entries()) {
        const hasCharacters = (this.#characters[position] ?? []).length > 0;
        layer[position] = hasCharacters && this.#toward(targets.keys(), known).length > 0 ? 1 : 0;
      }
      this.#isNearEnd.push(layer);
    }
    return this.#isNearEnd[count] ?? new Uint8Array();
  }

  get #end(): number {
    return this.#automaton.sets.length - 1;
  }
}
