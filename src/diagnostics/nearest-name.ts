/** Nobody misspells a name in more places. */
const mostEdits = 3;
/** Names that are longer are not looked at. */
const longest = 80;
/** How many pairs of letters are compared before giving up: a spec full of unknown names shall not take long. */
const mostPairs = 40_000;

/** How much all suggestions of one run may cost, in pairs of letters: a fraction of a second. */
const mostPairsOfRun = 4_000_000;

/** Makes suggestions for one run, and none any more once they have cost a fraction of a second. */
export class Suggestions {
  #left = mostPairsOfRun;

  /** What {@link nearestName} gives; undefined if there have been too many questions. */
  nearest(name: string, names: () => Iterable<string>): string | undefined {
    if (this.#left <= 0) {
      return undefined;
    }
    const { nearest, cost } = search(name, names());
    this.#left -= cost;
    return nearest;
  }
}

/** The one of `names` that is most like `name`, if any is alike enough to have been meant. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  return search(name, names).nearest;
}

/** The nearest name, and what it has cost to find it, in pairs of letters. */
function search(
  name: string,
  names: Iterable<string>,
): { readonly nearest: string | undefined; readonly cost: number } {
  if (name.length > longest) {
    return { nearest: undefined, cost: 1 };
  }
  const distances = new Distances();
  let nearest: string | undefined;
  let limit = name.length < 3 ? 0 : Math.min(mostEdits, Math.max(1, Math.floor(name.length / 3)));
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
    if (distances.pairs > mostPairs) {
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

/** Edit distances, in tables that are used again. */
class Distances {
  /** How many pairs of letters have been compared. */
  pairs = 0;
  #beforeLast = new Uint8Array(longest + 2);
  #last = new Uint8Array(longest + 2);
  #row = new Uint8Array(longest + 2);

  /** How many letters must be put in, taken out, replaced or swapped with a neighbour; more than `limit` if it is that. */
  between(a: string, b: string, limit: number): number {
    const far = limit + 1;
    for (let j = 0; j <= b.length; j++) {
      this.#last[j] = Math.min(j, far);
    }
    for (let i = 1; i <= a.length; i++) {
      // Far from its diagonal the table has only what is above the limit.
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
