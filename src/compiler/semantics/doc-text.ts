/** Matches a reference in unwrapped documentation (DOC-4): a tag, and a value in backquotes, on one line. */
export const docReference = /:([A-z]+):`([^\n`]*?)`/g;

/** Matches a reference in documentation as written, which may span several lines. */
export const writtenDocReference = /:([A-z]+):`([^`]*?)`/g;

/** Returns a text without white space at line ends (DOC-1). */
export function trimLines(text: string): string {
  if (!/[^\S\n]$/m.test(text)) {
    return text;
  }
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/**
 * Returns the text with each paragraph on one line (DOC-2). A single line break becomes a space; of n consecutive ones,
 * n - 1 remain.
 */
export function unwrap(text: string): string {
  return joinLines(trimLines(text));
}

/** {@link unwrap} for a text without white space at line ends. */
export function joinLines(text: string): string {
  return text.trim().replace(/\n+/g, (breaks) => (breaks.length === 1 ? " " : "\n".repeat(breaks.length - 1)));
}
