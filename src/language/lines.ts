/** Where the line begins that an offset is on. */
export function lineStart(text: string, offset: number): number {
  // A negative index would find a line break at the very beginning.
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line ends that an offset is on, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}

/** Whether nothing but white space stands before an offset on its line. */
export function beginsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

/** The line before the one that an offset is on; empty if there is none. */
export function previousLine(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return start === 0 ? "" : text.slice(lineStart(text, start - 1), start - 1);
}
