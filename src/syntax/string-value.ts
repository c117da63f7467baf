import type { Span } from "../text/span.js";

const lineBoundaries = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/** A fast path: most literals contain neither escapes nor line breaks. */
const hasSpecial = /[\\\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/**
 * Returns the value of a string literal (LEX-21). `literal` includes the quotes; `level` is the indentation level of
 * the line that it starts on.
 */
export function stringValue(literal: string, level: number): string {
  if (!hasSpecial.test(literal)) {
    return literal.slice(1, -1);
  }
  const unescaped = literal.slice(1, -1).replace(/\\([^])/g, (_, escaped: string) => {
    return escaped === "n" ? "\n" : escaped === "t" ? "\t" : escaped;
  });
  const lines = unescaped.split(lineBoundaries);
  if (lines.length > 1 && lines.at(-1) === "") {
    lines.pop();
  }
  const indentation = " ".repeat(level * 4);
  // QUIRK-3: Stone removes the indentation wherever it first occurs in a line, Ashlar only at the start of a line.
  return lines.map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line)).join("\n");
}

/**
 * Returns the span of a character in a string literal by its index in the value; the span of the whole literal if that
 * has several lines.
 */
export function spanInString(literal: Span, index: number): Span {
  const { source } = literal;
  let at = literal.start + 1;
  if (lineBoundaries.test(source.text.slice(at, literal.end))) {
    return literal;
  }
  const skipEscape = (): void => {
    at += source.text[at] === "\\" ? 1 : 0;
  };
  skipEscape();
  for (let left = index; left > 0 && at < literal.end - 1; left--) {
    at++;
    skipEscape();
  }
  const start = source.text[at - 1] === "\\" ? at - 1 : at;
  return { source, start: Math.min(start, literal.end - 1), end: Math.min(at + 1, literal.end) };
}
