/** Returns the offset in a text for an offset in the same text with `\n` for every line ending. */
export function toFileOffset(text: string, offset: number): number {
  let at = offset;
  for (let end = text.indexOf("\r\n"); end !== -1 && end < at; end = text.indexOf("\r\n", end + 1)) {
    at++;
  }
  return at;
}
