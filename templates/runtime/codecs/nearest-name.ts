/** Names that need more edits than this are not considered typing errors. */
const maxEdits = 3;
const maxLength = 64;

/**
 * Returns the name in `names` that is most similar to `name`; undefined if none is similar enough. Ignores case and
 * underscores. Takes time linear in the number of names: names longer than 64 characters are not considered.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = normalize(name);
  const limit = name.length > maxLength ? -1 : Math.min(maxEdits, Math.max(1, wanted.length / 3));
  for (let edits = 0; edits <= limit; edits++) {
    const found = names.find((each) => each.length <= maxLength && isSimilar(wanted, normalize(each), edits));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function normalize(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/**
 * Returns whether at most `edits` edits turn one text into the other: a character inserted, removed or replaced, or two
 * swapped.
 */
function isSimilar(a: string, b: string, edits: number): boolean {
  if (a === "" || b === "") {
    return a.length + b.length <= edits;
  }
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  if (b.startsWith(a.slice(0, 1))) {
    return isSimilar(restOfA, restOfB, edits);
  }
  const left = edits - 1;
  const isSwapped = b.startsWith(a.slice(1, 2) + a.slice(0, 1));
  return (
    left >= 0 &&
    (isSimilar(restOfA, restOfB, left) ||
      isSimilar(restOfA, b, left) ||
      isSimilar(a, restOfB, left) ||
      (isSwapped && isSimilar(a.slice(2), b.slice(2), left)))
  );
}
