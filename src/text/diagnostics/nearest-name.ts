/** The maximum number of edits that count as a misspelling. */
const maxEdits = 3;
/** The maximum length of names. Longer ones are ignored. */
const longest = 80;
/**
 * The maximum number of pairs of letters to compare for one name, so that a specification full of unknown names does
 * not take long.
 */
const maxPairs = 40_000;

/** The maximum number of pairs of letters to compare in one run, which takes a fraction of a second. */
const maxPairsOfRun = 4_000_000;

/** Suggests names in one run, until the comparisons have taken a fraction of a second in total. */
export class Suggestions {
  #left = maxPairsOfRun;

  /** Does the same as {@link nearestName}, but returns undefined once the budget is used up. */
  nearest(name: string, names: () => Iterable<string>): string | undefined {
    if (this.#left <= 0) {
      return undefined;
    }
    const { nearest, cost } = search(name, names());
    this.#left -= cost;
    return nearest;
  }
}

/** Returns the name in `names` that is most similar to `name`; undefined if none is similar enough. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  return search(name, names).nearest;
}

/** Returns the nearest name, and the number of pairs of letters that were compared to find it. */
function search(
  name: string,
  names: Iterable<string>,
): { readonly nearest: string | undefined; readonly cost: number } {
  if (name.length > longest) {
    return { nearest: undefined, cost: 1 };
  }
  const distances = new Distances();
  let nearest: string | undefined;
  let limit = name.length < 3 ? 0 : Math.min(maxEdits, Math.max(1, Math.floor(name.length / 3)));
  let beginsAlike: string | undefined;
  for (const candidate of names) {
    if (candidate.length > longest) {
      continue;
    }
    if (isSpeltAlike(name, candidate)) {
      return { nearest: candidate, cost: distances.pairs };
    }
    distances.pairs++;
    const surplus = candidate.length - name.length;
    if (Math.abs(surplus) <= limit) {
      const distance = distances.between(name, candidate, limit);
      if (distance <= limit) {
        limit = distance - 1;
        nearest = candidate;
      }
    } else if (surplus > 0 && name.length >= 3 && candidate.startsWith(name)) {
      beginsAlike ??= candidate;
    }
    if (distances.pairs > maxPairs) {
      break;
    }
  }
  return { nearest: nearest ?? beginsAlike, cost: distances.pairs };
}

/** Whether two names differ only in case and `_`. */
function isSpeltAlike(a: string, b: string): boolean {
  let j = 0;
  for (const letter of a) {
    if (letter !== "_") {
      while (b[j] === "_") {
        j++;
      }
      if (letter.toLowerCase() !== b[j]?.toLowerCase()) {
        return false;
      }
      j++;
    }
  }
  return /^_*$/.test(b.slice(j));
}

/** Computes edit distances in reused tables. */
class Distances {
  /** The number of pairs of letters compared so far. */
  pairs = 0;
  #beforeLast = new Uint8Array(longest + 2);
  #last = new Uint8Array(longest + 2);
  #row = new Uint8Array(longest + 2);

  /**
   * Returns the edit distance of two names: the number of letters to insert, delete, replace or swap with a neighbor.
   * If it is greater than `limit`, returns `limit + 1`.
   */
  between(a: string, b: string, limit: number): number {
    const far = limit + 1;
    for (let j = 0; j <= b.length; j++) {
      this.#last[j] = Math.min(j, far);
    }
    for (let i = 1; i <= a.length; i++) {
      // Far from the diagonal, all entries exceed the limit.
      const first = Math.max(1, i - limit);
      const end = Math.min(b.length, i + limit);
      this.#row[first - 1] = first === 1 ? Math.min(i, far) : far;
      let least = far;
      for (let j = first; j <= end; j++) {
        const cost = this.#cost(a, i, b, j);
        this.#row[j] = Math.min(cost, far);
        least = Math.min(least, cost);
      }
      this.#row[end + 1] = far;
      this.pairs += end - first + 1;
      if (least > limit) {
        return far;
      }
      [this.#beforeLast, this.#last, this.#row] = [this.#last, this.#row, this.#beforeLast];
    }
    return this.#last[b.length] ?? far;
  }

  #cost(a: string, i: number, b: string, j: number): number {
    const replaced = (this.#last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const cost = Math.min(replaced, (this.#last[j] ?? 0) + 1, (this.#row[j - 1] ?? 0) + 1);
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    return isSwap ? Math.min(cost, (this.#beforeLast[j - 2] ?? 0) + 1) : cost;
  }
}
