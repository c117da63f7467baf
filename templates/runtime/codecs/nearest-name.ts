/** Names that differ in more characters are not typing errors. */
const maxEdits = 3;
const maxLength = 64;

/**
 * The name in `names` that is most similar to `name`; undefined if none is similar enough. Ignores case and
 * underscores. Takes time linear in the number of names: names longer than 64 characters are not considered.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > maxLength) {
    return undefined;
  }
  const wanted = normalize(name);
  let nearest: string | undefined;
  let limit = Math.min(maxEdits, Math.max(1, Math.floor(wanted.length / 3)));
  for (const candidate of names) {
    const spelling = normalize(candidate);
    if (candidate.length <= maxLength && Math.abs(spelling.length - wanted.length) <= limit) {
      const edits = countEdits(wanted, spelling);
      if (edits <= limit) {
        limit = edits - 1;
        nearest = candidate;
      }
    }
  }
  return nearest;
}

function normalize(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** The Levenshtein distance of two names. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
