import type { ItemSource } from "./item-source.js";

/** A range of an item. Offsets are UTF-16 code units from the start of the item; `end` is exclusive. */
export interface Span {
  readonly source: ItemSource;
  readonly start: number;
  readonly end: number;
}

/** Returns the span from the start of one span to the end of another one in the same item. */
export function spanning(first: Span, last: Span): Span {
  return { source: first.source, start: first.start, end: last.end };
}
