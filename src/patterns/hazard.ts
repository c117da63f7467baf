import { buildAutomaton, plus, times, groupLetters, type Automaton, type Ways, type Letter } from "./automaton.js";
import { isEverything, union } from "./characters/symbols.js";
import { isUntranslatable, portable, type Mode } from "./translation/portable.js";
import { withoutEnd, withoutStart } from "./translation/simplify.js";
import type { Node, Pattern } from "./tree.js";

/**
 * Returns whether a backtracking engine takes time that is linear in the length of the string, or may take far longer
 * for some strings. For `search`, this is the time from a single starting position. Patterns that are too large or
 * cannot be translated count as hazardous.
 */
export function backtracking(pattern: Pattern, mode: Mode = "whole"): "linear" | "hazardous" {
  const node = portable(pattern, mode);
  return isUntranslatable(node) || isHazardous(node) ? "hazardous" : "linear";
}

/**
 * Whether a backtracking engine may take far longer for some strings if it runs the pattern as written. Generated
 * expressions are simpler: in `(a|a)*`, the alternatives become one set.
 */
export function isHazardousAsWritten({ body }: Pattern): boolean {
  return isHazardous(withoutEnd(withoutStart(body)));
}

/** Does the same as {@link isHazardousAsWritten} for a tree that is ready to be translated. */
export function isHazardous(node: Node): boolean {
  const automaton = buildAutomaton(node);
  return automaton === undefined || hasTooManyWays(automaton);
}

/** The maximum number of ways in which the engine may reach one position of the pattern at one index of the string. */
const maxWays = 32;

/** The maximum number of entries of states that are examined. */
const maxWork = 1_000_000;

/**
 * Whether some string can lead to a position in more than `maxWays` ways. When the engine fails, it has tried every
 * way through the pattern that a prefix of the string allows. Therefore, this function builds the states of a
 * deterministic automaton, and counts in how many ways each prefix leads to each position. If the counts stay small in
 * all states, the engine does a bounded amount of work for each character of any string. If the ways can multiply, as
 * in `(a+)+` and `a*a*`, some state exceeds any limit.
 */
function hasTooManyWays(automaton: Automaton): boolean {
  const { sets, first, next } = automaton;
  const letters = groupLetters(sets);
  const safe = findSafePositions(automaton);
  const seen = new Set([stateKey(first)]);
  const open = [first];
  let work = 0;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if ([...state.values()].some((ways) => ways > maxWays)) {
      return true;
    }
    for (const { consumers } of letters) {
      const reached = step(state, consumers, safe, next);
      work += state.size + reached.size;
      const key = stateKey(reached);
      if (!seen.has(key)) {
        seen.add(key);
        open.push(reached);
      }
    }
    if (work > maxWork) {
      return true;
    }
  }
  return false;
}

/**
 * Returns the positions after which the engine cannot fail, whatever the rest of the string is: the string may end
 * there, and every character leads to such a position again. The number of ways to these positions does not matter,
 * because the engine never tries a second one.
 */
function findSafePositions({ sets, next, isExact }: Automaton): ReadonlySet<number> {
  const end = sets.length - 1;
  const targetsOf = (position: number): number[] => [...(next[position]?.keys() ?? [])];
  const goesOn = (targets: readonly number[]): boolean =>
    targets.includes(end) && isEverything(union(targets.map((target) => sets[target] ?? [])));
  const safe = new Set(isExact ? [...next.keys()].filter((position) => goesOn(targetsOf(position))) : []);
  let size: number;
  do {
    size = safe.size;
    for (const position of [...safe].reverse()) {
      if (targetsOf(position).some((target) => target !== end && !safe.has(target))) {
        safe.delete(position);
      }
    }
  } while (safe.size < size);
  return safe;
}

/**
 * Whether the number of ways can double repeatedly, as in `(a+)+` but not in `a*a*`. That is the case if some string
 * leads from a position back to itself in two different ways. If this cannot be determined, the pattern counts as
 * exponential.
 */
export function isExponential(node: Node): boolean {
  const automaton = buildAutomaton(node);
  if (automaton === undefined) {
    return true;
  }
  const letters = groupLetters(automaton.sets);
  let work = 0;
  for (const start of automaton.next.keys()) {
    const seen = new Set<string>();
    const open: Fork[] = [{ one: start, other: start, forked: false }];
    for (let fork = open.pop(); fork !== undefined; fork = open.pop()) {
      for (const reached of forksBehind(fork, automaton, letters)) {
        if (reached.forked && reached.one === start && reached.other === start) {
          return true;
        }
        const key = `${reached.one} ${reached.other} ${String(reached.forked)}`;
        if (!seen.has(key)) {
          seen.add(key);
          open.push(reached);
        }
        if (++work > maxWork) {
          return true;
        }
      }
    }
  }
  return false;
}

/** The positions that two ways for the same string have reached, and whether the ways have ever differed. */
interface Fork {
  readonly one: number;
  readonly other: number;
  readonly forked: boolean;
}

function* forksBehind({ one, other, forked }: Fork, { next }: Automaton, letters: readonly Letter[]): Generator<Fork> {
  if (letters.some(({ consumers }) => consumers.has(one) && consumers.has(other))) {
    for (const [oneNext, ways] of next[one] ?? []) {
      for (const otherNext of next[other]?.keys() ?? []) {
        yield { one: oneNext, other: otherNext, forked: forked || oneNext !== otherNext || ways > 1 };
      }
    }
  }
}

function step(state: Ways, consumers: ReadonlySet<number>, safe: ReadonlySet<number>, next: readonly Ways[]): Ways {
  const reached = new Map<number, number>();
  for (const [position, ways] of state) {
    if (consumers.has(position) && !safe.has(position)) {
      for (const [target, more] of next[position] ?? []) {
        reached.set(target, plus(reached.get(target) ?? 0, times(ways, more)));
      }
    }
  }
  return reached;
}

function stateKey(state: Ways): string {
  return [...state]
    .sort(([a], [b]) => a - b)
    .map((entry) => entry.join(":"))
    .join(" ");
}
