import type { SourceFile } from "../src/source/source.js";

/** A text that is inserted into another one; offsets in UTF-16 code units. */
export interface Insertion {
  readonly start: number;
  readonly text: string;
}

/** A specification with one error, as there is nearly always one while people write. */
export function withError([first, ...others]: readonly SourceFile[]): SourceFile[] {
  return first === undefined
    ? []
    : [{ ...first, text: `${first.text}\nstruct Unfinished\n    a Missing\n` }, ...others];
}

/** What is inserted, and after what. */
const insertions = [
  { after: /[a-z] (?=[a-z])/g, text: "x" }, // mostly in documentation
  { after: /^ {4}\w+ String\n/gm, text: "    one_more String?\n" },
  { after: /^ {4}\w+ String\n/gm, text: "    half a line\n" },
  { after: /^struct (?=\w)/gm, text: "New" },
] as const;

/** Which of the edits gives a type another name. */
export const renaming = 3;

/** In turn: a letter in documentation, a new field, half a line, and a type with another name. */
export function randomInsertion(text: string, edit: number, random: () => number): Insertion {
  const { after, text: inserted } = insertions[edit % insertions.length] ?? insertions[0];
  const from = Math.floor(random() * text.length);
  return { start: endOfNext(text, after, from) ?? endOfNext(text, after, 0) ?? text.length, text: inserted };
}

/** Where the next match of a global pattern from an offset on ends; undefined if there is none. */
export function endOfNext(text: string, pattern: RegExp, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Numbers from 0 to 1, the same in each run. */
export function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
