/** A reference in documentation (DOC-4): a tag and a value in backquotes. In unwrapped text, where it is on one line. */
export const docReference = /:([A-z]+):`([^\n`]*?)`/g;

/** A reference in documentation as written. It may span lines. */
export const writtenDocReference = /:([A-z]+):`([^`]*?)`/g;

/** A text without white space at line ends (DOC-1). */
export function trimLines(text: string): string {
  if (!/[^\S\n]$/m.test(text)) {
    return text;
  }
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** The text with each paragraph on one line (DOC-2): one line break becomes a space, a run of n becomes n - 1. */
export function unwrap(text: string): string {
  return trimLines(text)
    .trim()
    .replace(/\n+/g, (breaks) => (breaks.length === 1 ? " " : "\n".repeat(breaks.length - 1)));
}
