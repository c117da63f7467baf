/** A range of a file to be replaced, in offsets of the text with `\n` as line ending. */
export interface TextEdit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
