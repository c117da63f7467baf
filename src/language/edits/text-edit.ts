/** A piece of a file to be replaced, in offsets of the text with `\n` as line ends. */
export interface TextEdit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
