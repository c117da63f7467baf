/** A replacement in a file. Offsets refer to the text with `\n` as the only line ending. */
export interface TextEdit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
