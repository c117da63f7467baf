import type { SourceFile } from "../src/source/source.js";

/** A text that is inserted into another one. Offsets are in UTF-16 code units. */
export interface Insertion {
  readonly start: number;
  readonly text: string;
}

/** Returns a specification with one error, because there is nearly always an error while people are editing. */
export function withError([first, ...others]: readonly SourceFile[]): SourceFile[] {
  return first === undefined
    ? []
    : [{ ...first, text: `${first.text}\nstruct Unfinished\n    a Missing\n` }, ...others];
}

/** The inserted texts, and the places after which they are inserted. */
const insertions = [
  { after: /[a-z] (?=[a-z])/g, text: "x" }, // mostly in documentation
  { after: /^ {4}\w+ String\n/gm, text: "    one_more String?\n" },
  { after: /^ {4}\w+ String\n/gm, text: "    half a line\n" },
  { after: /^struct (?=\w)/gm, text: "New" },
] as const;

/** The index of the edit that renames a type. */
export const renaming = 3;

/**
 * Returns the insertions in turn: a letter in documentation, a new field, an incomplete line, and the renaming of a
 * type.
 */
export function randomInsertion(text: string, edit: number, random: () => number): Insertion {
  const { after, text: inserted } = insertions[edit % insertions.length] ?? insertions[0];
  const from = Math.floor(random() * text.length);
  return { start: endOfNext(text, after, from) ?? endOfNext(text, after, 0) ?? text.length, text: inserted };
}

/** Returns the end of the next match of a global pattern, from an offset on; undefined if there is none. */
export function endOfNext(text: string, pattern: RegExp, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Returns a generator of random numbers from 0 to 1, which are the same in each run. */
export function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
