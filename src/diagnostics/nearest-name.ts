/** Candidates looked at before giving up: a file full of unknown names shall not take long. */
const most = 4_000;
/** Nobody misspells names that are longer. */
const longest = 80;

/** The one of `names` that is most like `name`, if any is alike enough to have been meant. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > longest) {
    return undefined;
  }
  const plain = plainForm(name);
  let nearest: string | undefined;
  let least = name.length < 3 ? 0 : Math.max(1, Math.floor(name.length / 3));
  let longer: string | undefined;
  let looked = 0;
  for (const candidate of names) {
    if (++looked > most) {
      break;
    }
    const surplus = candidate.length - name.length;
    if (candidate.length > longest || -surplus > name.length / 2) {
      continue;
    }
    if (surplus <= name.length / 2 && plainForm(candidate) === plain) {
      return candidate;
    }
    const distance = least > 0 ? editDistance(name, candidate, least) : Infinity;
    if (distance <= least) {
      least = distance - 1;
      nearest = candidate;
    } else if (surplus > 0 && name.length >= 3 && candidate.startsWith(name)) {
      longer ??= candidate;
    }
  }
  return nearest ?? longer;
}

function plainForm(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

/** How many letters must be put in, taken out, replaced or swapped with a neighbour; infinite if more than `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) {
    return Infinity;
  }
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) {
      return Infinity;
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? Infinity;
}
