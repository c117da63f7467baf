import { buildAutomaton, groupLetters, type Automaton, type Ways } from "./automaton.js";
import { exampleOf } from "./characters/symbols.js";
import { isProblem, parsePattern } from "./parse.js";
import { isUntranslatable, portable } from "./translation/portable.js";

/**
 * Whether a pattern matches all strings that another pattern matches; if not, `refused` is the shortest string that it
 * does not match. Undecided for patterns that are too large or not regular.
 */
export type Containment = "contained" | "undecided" | { readonly refused: string };

/**
 * Compares two patterns, which must match whole strings: does the outer one match every string that the inner one
 * matches?
 */
export function compareLanguages(inner: string, outer: string): Containment {
  const written = automatonOf(inner);
  const read = automatonOf(outer);
  // An automaton that is not exact accepts more than its pattern matches.
  if (written === undefined || read?.isExact !== true) {
    return "undecided";
  }
  const refused = findRefused(written, read);
  return typeof refused === "object" && !written.isExact ? "undecided" : refused;
}

function automatonOf(source: string): Automaton | undefined {
  const pattern = parsePattern(source);
  const node = isProblem(pattern) ? undefined : portable(pattern, "whole");
  return node === undefined || isUntranslatable(node) ? undefined : buildAutomaton(node);
}

/** The maximum number of states that are examined. */
const maxStates = 20_000;

/** The positions of both automata that a string can lead to. */
interface State {
  readonly inner: ReadonlySet<number>;
  readonly outer: ReadonlySet<number>;
  readonly text: string;
}

/** Searches for the shortest string that the inner automaton accepts and the outer one rejects. */
function findRefused(inner: Automaton, outer: Automaton): Containment {
  const offset = inner.sets.length;
  const innerEnd = inner.sets.length - 1;
  const outerEnd = outer.sets.length - 1;
  const letters = groupLetters([...inner.sets, ...outer.sets]).flatMap(({ consumers, symbols }) => {
    const example = exampleOf(symbols);
    const isWritten = [...consumers].some((position) => position < offset);
    return example === undefined || !isWritten ? [] : [{ consumers, example }];
  });
  const start = { inner: new Set(inner.first.keys()), outer: new Set(outer.first.keys()), text: "" };
  const seen = new Set([stateKey(start)]);
  let open: State[] = [start];
  while (open.length > 0) {
    const next: State[] = [];
    for (const state of open) {
      if (state.inner.has(innerEnd) && !state.outer.has(outerEnd)) {
        return { refused: state.text };
      }
      for (const { consumers, example } of letters) {
        const reached = {
          inner: step(state.inner, consumers, 0, inner.next),
          outer: step(state.outer, consumers, offset, outer.next),
          text: state.text + example,
        };
        const key = stateKey(reached);
        if (reached.inner.size > 0 && !seen.has(key)) {
          seen.add(key);
          next.push(reached);
        }
      }
      if (seen.size > maxStates) {
        return "undecided";
      }
    }
    open = next;
  }
  return "contained";
}

function step(
  positions: ReadonlySet<number>,
  consumers: ReadonlySet<number>,
  offset: number,
  next: readonly Ways[],
): ReadonlySet<number> {
  const reached = new Set<number>();
  for (const position of positions) {
    if (consumers.has(position + offset)) {
      next[position]?.forEach((_, target) => reached.add(target));
    }
  }
  return reached;
}

function stateKey({ inner, outer }: State): string {
  return [inner, outer].map((positions) => [...positions].sort((a, b) => a - b).join(" ")).join("|");
}
