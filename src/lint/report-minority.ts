import { compareSpans, type Subject } from "./project.js";

/**
 * Reports the items with the rarest values where all should have the same value. If all values are equally frequent,
 * the value of the first item by path and position is not reported.
 */
export function reportMinority<Item extends Subject>(
  items: readonly Item[],
  valueOf: (item: Item) => string,
  report: (item: Item, common: string) => void,
): void {
  const counts = new Map<string, number>();
  if (new Set(items.map(valueOf)).size < 2) {
    return;
  }
  const sorted = items.toSorted((a, b) => compareSpans(a.span, b.span));
  for (const item of sorted) {
    counts.set(valueOf(item), (counts.get(valueOf(item)) ?? 0) + 1);
  }
  const ascending = [...counts.values()].toSorted((a, b) => a - b);
  const least = ascending[0];
  const most = ascending.at(-1);
  const common = [...counts].find(([, count]) => count === most)?.[0] ?? "";
  for (const item of sorted) {
    const value = valueOf(item);
    if (value !== common && counts.get(value) === least) {
      report(item, common);
    }
  }
}
