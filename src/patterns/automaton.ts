import { range, type CharacterRange } from "./characters/character-set.js";
import { toSymbols, type Symbols } from "./characters/symbols.js";
import { childNodes, empty, mapChildren, allNodes, type Node, type Repeat } from "./tree.js";
import { measureWidth } from "./width.js";

/**
 * The ways in which a backtracking engine can match a pattern. Each part of the pattern that consumes one character is
 * a position (Glushkov's construction). The automaton counts in how many ways one position leads to another.
 */
export interface Automaton {
  /** Position to the characters that it consumes. The last position is the end, which consumes none. */
  readonly sets: readonly Symbols[];
  readonly first: Ways;
  /** Position to its possible successors. */
  readonly next: readonly Ways[];
  /** Whether the automaton accepts only strings that the pattern matches. */
  readonly isExact: boolean;
}

/** Position to the number of ways that lead to it. */
export type Ways = ReadonlyMap<number, number>;

/**
 * A part of an automaton: the possible first and last positions, and the number of ways in which the part matches the
 * empty string.
 */
interface Part {
  readonly empty: number;
  readonly first: Ways;
  readonly last: Ways;
}

const maxPositions = 20_000;
const maxInRepetition = 300;
const maxConnections = 200_000;

/**
 * Returns the automaton of a tree; undefined if it would be too large. It contains all the ways of the engine, and some
 * more: assertions always hold, the engine can backtrack into atomic parts, a reference matches everything that its
 * group can match, and a repetition that would need too many copies is unbounded.
 */
export function buildAutomaton(node: Node): Automaton | undefined {
  return new Builder(node).build(node);
}

const noWays: Ways = new Map();
const nothing: Part = { empty: 1, first: noWays, last: noWays };

class Builder {
  readonly #sets: Symbols[] = [];
  readonly #next: Map<number, number>[] = [];
  readonly #groups = new Map<number, Node>();
  readonly #groupSizes = new Map<number, number>();
  #connections = 0;
  #visits = 0;
  #isTooLarge = false;
  #isExact = true;

  constructor(root: Node) {
    for (const node of allNodes(root)) {
      if (node.kind === "group") {
        this.#groups.set(node.number, node.body);
      }
    }
  }

  build(root: Node): Automaton | undefined {
    const { first } = this.#chain([this.#part(root), this.#position([])]);
    return this.#isTooLarge ? undefined : { sets: this.#sets, first, next: this.#next, isExact: this.#isExact };
  }

  #part(node: Node): Part {
    this.#visits += 1;
    this.#isTooLarge ||= this.#visits > maxConnections || this.#sets.length > maxPositions;
    if (this.#isTooLarge) {
      return nothing;
    }
    switch (node.kind) {
      case "characters":
        return this.#position(toSymbols(node.set));
      case "sequence":
        return this.#chain(node.items.map((item) => this.#part(item)));
      case "alternation":
        return either(node.options.map((option) => this.#part(option)));
      case "conditional":
        this.#isExact = false;
        return either([this.#part(node.yes), this.#part(node.no)]);
      case "repeat":
        return this.#repeat(node);
      case "group":
        return this.#part(node.body);
      case "atomic":
        this.#isExact = false;
        return this.#part(node.body);
      case "reference":
        this.#isExact = false;
        return this.#part(this.#groups.get(node.group) ?? empty);
      case "assertion":
        this.#isExact = false;
        return nothing;
      case "look":
        this.#isExact = false;
        // A look-around is matched in parallel with the nodes after it, and leads to no position.
        return { ...nothing, first: this.#part(node.ahead ? node.body : reverseNode(node.body)).first };
    }
  }

  #position(symbols: Symbols): Part {
    const position = this.#sets.push(symbols) - 1;
    this.#next.push(new Map());
    const here: Ways = new Map([[position, 1]]);
    return { empty: 0, first: here, last: here };
  }

  #repeat({ body, min, max }: Repeat): Part {
    const copies = max === Infinity ? min : max;
    if (copies * Math.max(this.#sizeOf(body), 1) > maxInRepetition) {
      // The engine performs all required repetitions, even if nothing is left to match.
      this.#isTooLarge ||= min > maxInRepetition && measureWidth(body).min === 0;
      this.#isExact = false;
      return optional(this.#loop(body));
    }
    let part = max === Infinity ? optional(this.#loop(body)) : nothing;
    for (let copy = copies; copy >= 1; copy -= 1) {
      const turn = this.#chain([this.#part(body), part]);
      part = copy > min ? optional(turn) : turn;
    }
    return part;
  }

  #loop(body: Node): Part {
    const part = this.#part(body);
    this.#connect(part.last, part.first);
    return part;
  }

  #chain(parts: readonly Part[]): Part {
    return parts.reduce((before, next) => {
      this.#connect(before.last, next.first);
      if (this.#isTooLarge) {
        return nothing;
      }
      return {
        empty: times(before.empty, next.empty),
        first: sum([before.first, scaleWays(next.first, before.empty)]),
        last: sum([scaleWays(before.last, next.empty), next.last]),
      };
    }, nothing);
  }

  #connect(from: Ways, to: Ways): void {
    this.#connections += from.size * to.size;
    this.#isTooLarge ||= this.#connections > maxConnections;
    if (this.#isTooLarge) {
      return;
    }
    for (const [position, ways] of from) {
      const next = this.#next[position];
      for (const [target, more] of to) {
        next?.set(target, plus(next.get(target) ?? 0, times(ways, more)));
      }
    }
  }

  /** Returns the number of positions that a node needs. */
  #sizeOf(node: Node): number {
    switch (node.kind) {
      case "characters":
        return 1;
      case "reference":
        return this.#groupSize(node.group);
      case "repeat":
        return this.#sizeOf(node.body) * (node.max === Infinity ? node.min + 1 : node.max);
      default:
        return childNodes(node).reduce((size, child) => size + this.#sizeOf(child), 0);
    }
  }

  #groupSize(group: number): number {
    const size = this.#groupSizes.get(group) ?? this.#sizeOf(this.#groups.get(group) ?? empty);
    this.#groupSizes.set(group, size);
    return size;
  }
}

function either(parts: readonly Part[]): Part {
  return {
    empty: parts.reduce((ways, part) => plus(ways, part.empty), 0),
    first: sum(parts.map(({ first }) => first)),
    last: sum(parts.map(({ last }) => last)),
  };
}

function optional(part: Part): Part {
  return either([nothing, part]);
}

function sum(all: readonly Ways[]): Ways {
  const total = new Map<number, number>();
  for (const [position, ways] of all.flatMap((some) => [...some])) {
    total.set(position, plus(total.get(position) ?? 0, ways));
  }
  return total;
}

function scaleWays(ways: Ways, factor: number): Ways {
  return factor === 0 ? noWays : new Map([...ways].map(([position, count]) => [position, times(count, factor)]));
}

/** The largest count, because no caller needs larger numbers. */
const maxCount = 1_000_000;

export function plus(a: number, b: number): number {
  return Math.min(a + b, maxCount);
}

export function times(a: number, b: number): number {
  return Math.min(a * b, maxCount);
}

/** Returns a node that matches the reversed strings, because the engine reads backwards in a look-behind. */
function reverseNode(node: Node): Node {
  const turned = mapChildren(node, reverseNode);
  return turned.kind === "sequence" ? { ...turned, items: turned.items.toReversed() } : turned;
}

/** A group of characters that no set of an automaton distinguishes. */
export interface Letter {
  /** The positions that consume these characters. */
  readonly consumers: ReadonlySet<number>;
  readonly symbols: Symbols;
}

/** Returns the groups of characters that some position consumes. */
export function groupLetters(sets: readonly Symbols[]): readonly Letter[] {
  const positionsBySet = new Map<string, { set: Symbols; positions: number[] }>();
  for (const [position, set] of sets.entries()) {
    const key = set.map(({ from, to }) => `${from}-${to}`).join(" ");
    const same = positionsBySet.get(key) ?? { set, positions: [] };
    same.positions.push(position);
    positionsBySet.set(key, same);
  }
  const distinct = [...positionsBySet.values()];
  const starts = [...new Set(distinct.flatMap(({ set }) => set.flatMap(({ from, to }) => [from, to + 1])))];
  starts.sort((a, b) => a - b);
  const letters = new Map<string, { consumers: ReadonlySet<number>; symbols: CharacterRange[] }>();
  for (const [index, start] of starts.entries()) {
    const consuming = distinct.filter(({ set }) => set.some(({ from, to }) => from <= start && start <= to));
    const positions = consuming.flatMap((same) => same.positions);
    const end = starts[index + 1];
    if (end !== undefined && positions.length > 0) {
      const key = positions.join(" ");
      const letter = letters.get(key) ?? { consumers: new Set(positions), symbols: [] };
      letter.symbols.push(range(start, end - 1));
      letters.set(key, letter);
    }
  }
  return [...letters.values()];
}
