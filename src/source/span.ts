import type { Source } from "./source.js";

/** A piece of a source: offsets in UTF-16 code units from 0, `end` after its last one. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** From the start of one span to the end of another of the same source. */
export function spanning(first: Span, last: Span): Span {
  return { source: first.source, start: first.start, end: last.end };
}
