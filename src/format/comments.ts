/**
 * The level of a comment on a line of its own: that of the code below it, or its own one if that is deeper and not deeper
 * than the line above, which may be another comment (FMT-46).
 */
export function commentLevel(own: number, above: number, below: number): number {
  return Math.max(below, Math.min(own, above));
}
