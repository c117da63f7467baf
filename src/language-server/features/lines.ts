/** Returns the start of the line that contains an offset. */
export function lineStart(text: string, offset: number): number {
  // A negative index would match a line break at the start of the text.
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Returns the end of the line that contains an offset, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}

/** Whether only white space precedes an offset on its line. */
export function beginsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

/** Returns the line before the one that contains an offset; empty if there is none. */
export function previousLine(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return start === 0 ? "" : text.slice(lineStart(text, start - 1), start - 1);
}
