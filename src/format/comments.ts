/**
 * Returns the level of a comment on its own line: the level of the code below it, or its own level if that is deeper
 * and not deeper than the line above, which may be another comment (FMT-46).
 */
export function commentLevel(own: number, above: number, below: number): number {
  return Math.max(below, Math.min(own, above));
}
