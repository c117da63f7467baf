/** The number of unchanged lines around changes. */
const contextLines = 3;

/** A replacement of lines; `end` is exclusive. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Returns the changes of a file in the format of `patch` and `git apply`; empty if there are none. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const [old, changed] = [before, after].map(toLines) as [string[], string[]];
  const hunks = groupChanges(findChanges(old, changed)).map((changes) => printHunk(changes, old, changed));
  return hunks.length === 0 ? "" : `--- a/${path}\n+++ b/${path}\n${hunks.join("")}`;
}

/** Returns the lines with their line endings. */
function toLines(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== "");
}

/** Finds the changed lines. Searches only for the next equal lines, which are close, because fixes change little. */
function findChanges(old: readonly string[], changed: readonly string[]): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let newAt = 0;
  while (at < old.length || newAt < changed.length) {
    if (old[at] === changed[newAt]) {
      at++;
      newAt++;
      continue;
    }
    const { skipped, added } = nextCommonLine(old.slice(at), changed.slice(newAt));
    changes.push({ start: at, end: at + skipped, newStart: newAt, newEnd: newAt + added });
    at += skipped;
    newAt += added;
  }
  return changes;
}

/** Returns how many lines to skip on each side to get to the next equal lines, or to both ends. */
function nextCommonLine(
  old: readonly string[],
  changed: readonly string[],
): { readonly skipped: number; readonly added: number } {
  for (let distance = 1; distance < old.length + changed.length; distance++) {
    for (let skipped = Math.min(distance, old.length - 1); skipped >= 0; skipped--) {
      const added = distance - skipped;
      if (old[skipped] === changed[added]) {
        return { skipped, added };
      }
    }
  }
  return { skipped: old.length, added: changed.length };
}

/** Groups changes whose context would touch or overlap. */
function groupChanges(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last !== undefined && change.start - (last.at(-1)?.end ?? 0) <= 2 * contextLines) {
      last.push(change);
    } else {
      groups.push([change]);
    }
  }
  return groups;
}

function printHunk(changes: readonly Change[], old: readonly string[], changed: readonly string[]): string {
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) {
    return "";
  }
  const start = Math.max(0, first.start - contextLines);
  const end = Math.min(old.length, last.end + contextLines);
  const newStart = first.newStart - (first.start - start);
  const newEnd = last.newEnd + (end - last.end);
  const lines: string[] = [];
  let at = start;
  for (const change of changes) {
    lines.push(
      ...mark(" ", old.slice(at, change.start)),
      ...mark("-", old.slice(change.start, change.end)),
      ...mark("+", changed.slice(change.newStart, change.newEnd)),
    );
    at = change.end;
  }
  lines.push(...mark(" ", old.slice(at, end)));
  return `@@ -${printRange(start, end)} +${printRange(newStart, newEnd)} @@\n${lines.join("")}`;
}

function mark(sign: string, lines: readonly string[]): string[] {
  return lines.map((line) => `${sign}${line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`}`);
}

/**
 * Returns the first line, counted from 1, and the number of lines. If there are no lines, the first number is that of
 * the line before the change.
 */
function printRange(start: number, end: number): string {
  return `${end === start ? start : start + 1},${end - start}`;
}
