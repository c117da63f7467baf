import { findStrings } from "./unclosed-string.js";

/** An unresolved merge conflict, which may be incomplete. */
export interface Conflict {
  /** The span of the first marker's line. */
  readonly start: number;
  readonly end: number;
}

const markers = /^(?:<{7}|\|{7}|={7}|>{7})(?=[ \n]|$)[^\n]*/gm;

/** A fast path: most texts contain none of these marks, so that they are not searched line by line. */
const marks = ["<<<<<<<", "=======", ">>>>>>>"];

/**
 * Returns the merge conflicts in a text, which are marked outside of strings. `resolved` is the text with spaces in
 * place of the markers and of all versions but the first, so that other errors are still reported and nothing is
 * declared twice.
 */
export function resolveConflicts(text: string): { readonly conflicts: readonly Conflict[]; readonly resolved: string } {
  if (!marks.some((mark) => text.includes(mark))) {
    return { conflicts: [], resolved: text };
  }
  const found = [...text.matchAll(markers)].map(({ 0: line, index }) => ({
    line,
    start: index,
    end: index + line.length,
  }));
  const isReal = isOutsideStrings(
    text,
    found.map(({ start }) => start),
  );
  const conflicts: Conflict[] = [];
  const resolved: string[] = [];
  let isDropping = false;
  let from = 0;
  for (const { line, start, end } of isReal ? found : []) {
    const between = text.slice(from, start);
    resolved.push(isDropping ? blank(between) : between, blank(line));
    if (line.startsWith("<") || conflicts.length === 0 || (line.startsWith(">") && !isDropping)) {
      conflicts.push({ start, end });
    }
    isDropping = line.startsWith("=") || line.startsWith("|");
    from = end;
  }
  return { conflicts, resolved: resolved.join("") + text.slice(from) };
}

/** Whether any of the offsets, which are in ascending order, is outside of all strings of a text. */
function isOutsideStrings(text: string, offsets: readonly number[]): boolean {
  let at = 0;
  for (const { start, image } of findStrings(text)) {
    if ((offsets[at] ?? Infinity) <= start) {
      return true;
    }
    while ((offsets[at] ?? Infinity) < start + image.length) {
      at++;
    }
  }
  return at < offsets.length;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
