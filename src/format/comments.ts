/**
 * Returns the level of a comment on its own line. It is that of the code below, unless the comment is indented deeper:
 * then it keeps its level, but at most that of the line above, which may be another comment (FMT-46).
 */
export function commentLevel(own: number, above: number, below: number): number {
  return Math.max(below, Math.min(own, above));
}
