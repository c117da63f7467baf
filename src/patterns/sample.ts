import { buildAutomaton, type Automaton } from "./automaton.js";
import { exampleOf } from "./characters/symbols.js";
import { isProblem, parsePattern } from "./parse.js";
import { remembered } from "./remembered.js";
import { isUntranslatable, portable } from "./translation/portable.js";

/** After so many characters, a text ends as soon as it can. */
const long = 12;

/**
 * A text that a pattern matches as a whole, for random choices; undefined if there is none, or if it cannot be found for
 * patterns that are too large or are no regular languages. `below` returns an integer from 0 to below its argument.
 */
export function sampleText(pattern: string, below: (count: number) => number): string | undefined {
  const map = mapOf(pattern);
  if (map === undefined) {
    return undefined;
  }
  const { automaton, distances } = map;
  const end = automaton.sets.length - 1;
  let text = "";
  let open = [...automaton.first.keys()];
  for (;;) {
    const reachable = open.filter((position) => distances[position] !== undefined);
    const nearest = Math.min(...reachable.map((position) => distances[position] ?? Infinity));
    const candidates = text.length < long ? reachable : reachable.filter((position) => distances[position] === nearest);
    const position = candidates[below(candidates.length)];
    if (position === undefined) {
      return undefined;
    }
    if (position === end) {
      return text;
    }
    text += exampleOf(automaton.sets[position] ?? []) ?? "";
    open = [...(automaton.next[position]?.keys() ?? [])];
  }
}

interface AutomatonMap {
  readonly automaton: Automaton;
  /** Position to the number of characters from there to the end; undefined if none lead there. */
  readonly distances: readonly (number | undefined)[];
}

const mapOf = remembered((source: string): AutomatonMap | undefined => {
  const pattern = parsePattern(source);
  const node = isProblem(pattern) ? undefined : portable(pattern, "whole");
  const automaton = node === undefined || isUntranslatable(node) ? undefined : buildAutomaton(node);
  return automaton?.isExact === true ? { automaton, distances: measure(automaton) } : undefined;
});

function measure({ sets, next }: Automaton): readonly (number | undefined)[] {
  const distances: (number | undefined)[] = sets.map(() => undefined);
  distances[sets.length - 1] = 0;
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const [position, targets] of next.entries()) {
      const shortest = Math.min(...[...targets.keys()].map((target) => (distances[target] ?? Infinity) + 1));
      if (shortest < (distances[position] ?? Infinity) && exampleOf(sets[position] ?? []) !== undefined) {
        distances[position] = shortest;
        hasChanged = true;
      }
    }
  }
  return distances;
}
