/** Nobody misspells a name in more places. */
const mostEdits = 3;
/** Names that are longer are not looked at. */
const longest = 80;
/** How many pairs of letters are compared before giving up: a spec full of unknown names shall not take long. */
const mostPairs = 100_000;

/** The one of `names` that is most like `name`, if any is alike enough to have been meant. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longest) {
    return undefined;
  }
  const plain = plainForm(name);
  let nearest: string | undefined;
  let limit = name.length < 3 ? 0 : Math.min(mostEdits, Math.max(1, Math.floor(name.length / 3)));
  let beginsAlike: string | undefined;
  let pairs = 0;
  for (const candidate of names) {
    const surplus = candidate.length - name.length;
    if (candidate.length > longest || -surplus > name.length / 2) {
      continue;
    }
    if (surplus <= name.length / 2 && plainForm(candidate) === plain) {
      return candidate;
    }
    if (Math.abs(surplus) <= limit) {
      pairs += name.length * (2 * limit + 1);
      const distance = editDistance(name, candidate, limit);
      if (distance <= limit) {
        limit = distance - 1;
        nearest = candidate;
      }
    } else if (surplus > 0 && name.length >= 3 && candidate.startsWith(name)) {
      beginsAlike ??= candidate;
    }
    if (pairs > mostPairs) {
      break;
    }
  }
  return nearest ?? beginsAlike;
}

function plainForm(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

/** How many letters must be put in, taken out, replaced or swapped with a neighbour; infinite if more than `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  // Rows of the table of all distances between beginnings; far from its diagonal they are above the limit anyway.
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(Infinity);
    row[0] = i;
    let least = i;
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      }
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) {
      return Infinity;
    }
    beforeLast = last;
    last = row;
  }
  const distance = at(last, b.length);
  return distance > limit ? Infinity : distance;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
