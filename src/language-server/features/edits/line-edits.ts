import type { TextEdit } from "./text-edit.js";

/**
 * Returns the edits between two texts that differ only in white space. They are line by line, so that cursors and folds
 * keep their positions.
 */
export function lineEdits(path: string, before: string, after: string): TextEdit[] {
  const old = readLines(before);
  const wanted = readLines(after);
  const edits: TextEdit[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < wanted.length) {
    const from = i;
    const to = j;
    let left = old[i++]?.code ?? "";
    let right = wanted[j++]?.code ?? "";
    if (left !== right && (left === "" || right === "")) {
      // A blank line was added or removed.
      if (left === "") {
        j--;
      } else {
        i--;
      }
    } else {
      // Lists were joined or broken: groups of lines have the same code.
      while (left !== right && (i < old.length || j < wanted.length)) {
        if (left.length < right.length || j >= wanted.length) {
          left += old[i++]?.code ?? "";
        } else {
          right += wanted[j++]?.code ?? "";
        }
      }
    }
    const oldText = old
      .slice(from, i)
      .map(({ text }) => text)
      .join("");
    const newText = wanted
      .slice(to, j)
      .map(({ text }) => text)
      .join("");
    if (oldText !== newText) {
      const start = old[from]?.start ?? before.length;
      edits.push({ path, start, end: start + oldText.length, text: newText });
    }
  }
  return edits;
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** The text without white space. */
  readonly code: string;
}

function readLines(text: string): Line[] {
  return [...text.matchAll(/[^\n]*\n|[^\n]+$/g)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
    code: line.replace(/[ \t\n]+/g, ""),
  }));
}
