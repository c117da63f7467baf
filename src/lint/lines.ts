import type { Span } from "../text/span.js";

/** Returns the whole lines that a span touches, with their line endings. */
export function linesOf({ source, start, end }: Span): Span {
  const next = source.text.indexOf("\n", Math.max(start, end - 1));
  return {
    source,
    start: source.text.lastIndexOf("\n", start - 1) + 1,
    end: next === -1 ? source.text.length : next + 1,
  };
}

/** Whether a span may contain a comment. Also true for a `#` in a string. */
export function mayHaveComment({ source, start, end }: Span): boolean {
  return source.text.slice(start, end).includes("#");
}
