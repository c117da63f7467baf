import type { SourceFile } from "../src/source/source.js";

/** A specification with one error, as there is nearly always one while people write. */
export function withError([first, ...others]: readonly SourceFile[]): SourceFile[] {
  return first === undefined
    ? []
    : [{ ...first, text: `${first.text}\nstruct Unfinished\n    a Missing\n` }, ...others];
}

/** Which of the edits gives a type another name. */
export const renamed = 3;

/** In turn: a letter in documentation, a new field, half a line, and a type with another name. */
export function edited(
  text: string,
  edit: number,
  random: () => number,
): { readonly text: string; readonly offset: number } {
  const patterns = [/[a-z] (?=[a-z])/g, /^ {4}\w+ String\n/gm, /^ {4}\w+ String\n/gm, /^struct (?=\w)/gm];
  const inserted = ["x", "    one_more String?\n", "    half a line\n", "New"][edit % 4] ?? "x";
  const places = [...text.matchAll(patterns[edit % 4] ?? /x/g)].map((match) => match.index + match[0].length);
  const at = places[Math.floor(random() * places.length)] ?? text.length;
  return { text: text.slice(0, at) + inserted + text.slice(at), offset: at + inserted.length };
}

/** Numbers from 0 to 1, the same in each run. */
export function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
