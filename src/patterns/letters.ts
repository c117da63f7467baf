import { range, type CharacterRange } from "./characters/character-set.js";
import type { Symbols } from "./characters/symbols.js";

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
