/** A replacement in a file, with offsets in the text with `\n` as line ending. */
export interface TextEdit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
