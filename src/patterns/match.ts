import { contains, isWord } from "./characters/character-set.js";
import { lowerCase } from "./characters/fold-case.js";
import { isProblem, parsePattern } from "./parse.js";
import type { Pattern, Look, Node, Place, Reference, Repeat } from "./tree.js";

/**
 * Whether a pattern matches at the start of a string, as defaults, examples and attributes must (TYPE-8). Also true if
 * the check would take too long.
 */
export function matchesAtStart(pattern: Pattern, text: string): boolean {
  return matchStart(pattern, text) !== "no match";
}

/**
 * Whether a pattern matches a whole string, as readers require. Also true if the pattern is invalid or the check would
 * take too long.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  const parsed = parsePattern(`(?:${pattern})\\Z`);
  return isProblem(parsed) || matchesAtStart(parsed, text);
}

/** The match of a pattern at the start of a string. */
interface Match {
  /** The number of matched code points. */
  readonly length: number;
  /** Group number to its capture; 0 is the whole match. */
  readonly groups: readonly (string | undefined)[];
}

/**
 * Returns the result of Python's `re.match`. This function supports every pattern, because it backtracks like Python,
 * but gives up if that takes too long. Use it for values in a specification, not for values from the network.
 */
export function matchStart(pattern: Pattern, text: string): Match | "no match" | "gave up" {
  try {
    return new Matcher(text).match(pattern) ?? "no match";
  } catch (thrown) {
    if (thrown instanceof TooManySteps || thrown instanceof RangeError) {
      return "gave up";
    }
    throw thrown;
  }
}

/** This many steps take a few tenths of a second. */
const maxSteps = 1_000_000;

class TooManySteps extends Error {}

/** Matches the rest of the pattern after a node, from an index of the string. Returns false if it does not match. */
type Next = (at: number) => boolean;

class Matcher {
  readonly #characters: readonly string[];
  readonly #codePoints: readonly number[];
  /** Group number to the start and the end of the capture. */
  #captures: readonly (readonly [number, number] | undefined)[] = [];
  #steps = 0;

  constructor(text: string) {
    this.#characters = Array.from(text);
    this.#codePoints = this.#characters.map((character) => character.codePointAt(0) ?? 0);
  }

  match(pattern: Pattern): Match | undefined {
    let length = 0;
    const isMatch = this.#run(pattern.body, 0, (at) => {
      length = at;
      return true;
    });
    if (!isMatch) {
      return undefined;
    }
    const spans = [
      [0, length] as const,
      ...Array.from({ length: pattern.groupCount }, (_, i) => this.#captures[i + 1]),
    ];
    return { length, groups: spans.map((span) => span && this.#characters.slice(...span).join("")) };
  }

  #run(node: Node, at: number, next: Next): boolean {
    this.#steps += 1;
    if (this.#steps > maxSteps) {
      throw new TooManySteps();
    }
    switch (node.kind) {
      case "characters":
        return at < this.#codePoints.length && contains(node.set, this.#codePoints[at] ?? 0) && next(at + 1);
      case "assertion":
        return this.#holds(node.at, at) && next(at);
      case "sequence":
        return this.#sequence(node.items, 0, at, next);
      case "alternation":
        return node.options.some((option) => this.#run(option, at, next));
      case "repeat":
        return node.body.kind === "characters"
          ? this.#repeatCharacters(node, at, next)
          : this.#repeat(node, 0, at, -1, next);
      case "group":
        return this.#run(node.body, at, (end) => this.#capturing(node.number, [at, end], () => next(end)));
      case "atomic":
        return this.#once(node.body, at, next);
      case "look":
        return this.#look(node, at, next);
      case "reference":
        return this.#reference(node, at, next);
      case "conditional":
        return this.#run(this.#captures[node.group] === undefined ? node.no : node.yes, at, next);
    }
  }

  #sequence(items: readonly Node[], index: number, at: number, next: Next): boolean {
    const item = items[index];
    return item === undefined ? next(at) : this.#run(item, at, (end) => this.#sequence(items, index + 1, end, next));
  }

  /** Matches further repetitions. One that ends where the previous one ended is the last. */
  #repeat(node: Repeat, turns: number, at: number, before: number, next: Next): boolean {
    const turn = (): boolean => this.#run(node.body, at, (end) => this.#repeat(node, turns + 1, end, at, next));
    if (turns < node.min) {
      return turn();
    }
    const mayTurn = turns < node.max && at !== before;
    return node.lazy ? next(at) || (mayTurn && turn()) : (mayTurn && turn()) || next(at);
  }

  /**
   * Does the same as {@link #repeat} for single characters, without a stack whose depth is proportional to the length
   * of the string.
   */
  #repeatCharacters({ body, min, max, lazy }: Repeat, at: number, next: Next): boolean {
    let most = 0;
    while (most < max && this.#run(body, at + most, () => true)) {
      most += 1;
    }
    for (let turns = 0; turns <= most - min; turns += 1) {
      if (next(at + (lazy ? min + turns : most - turns))) {
        return true;
      }
    }
    return false;
  }

  #capturing(group: number, span: readonly [number, number], next: () => boolean): boolean {
    const before = this.#captures;
    const captures = [...before];
    captures[group] = span;
    this.#captures = captures;
    return next() || this.#restore(before);
  }

  #restore(captures: readonly (readonly [number, number] | undefined)[]): false {
    this.#captures = captures;
    return false;
  }

  /** Continues only after the first way in which a part matches. */
  #once(body: Node, at: number, next: Next): boolean {
    const before = this.#captures;
    let end = at;
    const isMatch = this.#run(body, at, (place) => {
      end = place;
      return true;
    });
    return (isMatch && next(end)) || this.#restore(before);
  }

  #look({ ahead, negated, body, width }: Look, at: number, next: Next): boolean {
    const start = ahead ? at : at - width;
    if (!negated) {
      return start >= 0 && this.#once(body, start, () => next(at));
    }
    const before = this.#captures;
    const isMatch = start >= 0 && this.#run(body, start, () => true);
    this.#captures = before;
    return !isMatch && next(at);
  }

  #reference({ group, ignoreCase }: Reference, at: number, next: Next): boolean {
    const span = this.#captures[group];
    if (span === undefined) {
      return false;
    }
    const [start, end] = span;
    const fold = (index: number): string | undefined => {
      const character = this.#characters[index];
      return ignoreCase && character !== undefined ? lowerCase(character) : character;
    };
    for (let offset = 0; offset < end - start; offset += 1) {
      if (fold(start + offset) !== fold(at + offset)) {
        return false;
      }
    }
    return next(at + end - start);
  }

  #holds(place: Place, at: number): boolean {
    const end = this.#characters.length;
    switch (place) {
      case "start":
        return at === 0;
      case "end":
        return at === end;
      case "last line end":
        return at === end || (at === end - 1 && this.#characters[at] === "\n");
      case "line start":
        return at === 0 || this.#characters[at - 1] === "\n";
      case "line end":
        return at === end || this.#characters[at] === "\n";
      case "word boundary":
      case "ascii word boundary":
        return this.#isWord(at - 1, place) !== this.#isWord(at, place);
      case "no word boundary":
      case "no ascii word boundary":
        // In Python, `\B` does not match in the empty string.
        return end > 0 && this.#isWord(at - 1, place) === this.#isWord(at, place);
    }
  }

  #isWord(at: number, place: Place): boolean {
    const codePoint = this.#codePoints[at];
    return codePoint !== undefined && (codePoint <= 0x7f || !place.includes("ascii")) && isWord(codePoint);
  }
}
