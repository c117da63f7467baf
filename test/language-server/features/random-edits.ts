import type { SourceFile } from "../../../src/text/source.js";

/** Numbers from 0 to 1 that follow from a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A piece of a file that is replaced by a text, in UTF-16 code units. */
export interface RandomEdit {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const pieces = [
  '"',
  "\n",
  "    ",
  "\t",
  "(",
  ")",
  "struct ",
  "example x\n",
  "@",
  ":type:`",
  "# ",
  "?",
  "=",
  ".",
  "é",
  "union\n",
  ",",
];

/** Somebody who types at random: letters, lines, deletions, pastes of other files, and undo. */
export class RandomTypist {
  readonly #random: () => number;
  /** The files as they are now, in their order. */
  readonly files: SourceFile[];
  /** What undo leads back to, by index of the file. */
  readonly #before = new Map<number, string>();

  constructor(files: readonly SourceFile[], seed: number) {
    this.#random = randomNumbers(seed);
    this.files = [...files];
  }

  /** A whole number from 0 to below a limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** Changes a file, and says how. */
  type(): RandomEdit {
    const index = this.below(this.files.length);
    const file = this.files[index] ?? { path: "", text: "" };
    const edit = this.#edit(index, file);
    this.#before.set(index, file.text);
    this.files[index] = { ...file, text: file.text.slice(0, edit.start) + edit.text + file.text.slice(edit.end) };
    return edit;
  }

  #edit(index: number, file: SourceFile): RandomEdit {
    const start = this.below(file.text.length + 1);
    const lineEnd = file.text.indexOf("\n", start) + 1;
    const end = lineEnd === 0 ? file.text.length : lineEnd;
    switch (this.below(8)) {
      case 0:
        // Undo, which often mends what the edits before have broken.
        return { file, start: 0, end: file.text.length, text: this.#before.get(index) ?? file.text };
      case 1:
        return { file, start, end: Math.min(file.text.length, start + this.below(8)), text: "" };
      case 2:
        return { file, start, end, text: "" };
      case 3:
        return { file, start: end, end, text: file.text.slice(start, end) };
      case 4:
        return { file, start, end: start, text: this.#paste() };
      default:
        return { file, start, end: start, text: pieces[this.below(pieces.length)] ?? "" };
    }
  }

  #paste(): string {
    const { text } = this.files[this.below(this.files.length)] ?? { text: "" };
    const start = this.below(text.length);
    return text.slice(start, start + this.below(300));
  }
}
