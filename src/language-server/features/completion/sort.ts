import { rankOf } from "../workspace-symbols.js";
import type { Completion } from "./completion.js";

export interface Ranked {
  readonly item: Completion;
  /** The quality of the match with the typed text; undefined if it does not match. */
  readonly rank: number | undefined;
}

/** Returns the items sorted by match with the typed text, then by their `order`; deprecated items are last (LSP-32). */
export function sortCompletions(items: readonly Completion[], word: string): Ranked[] {
  return items
    .map((item) => {
      const name = item.label.slice(item.label.lastIndexOf(".") + 1);
      return { item, rank: word === "" ? 0 : (rankOf(name, word) ?? rankOf(item.label, word)) };
    })
    .sort(
      (a, b) =>
        (a.rank ?? 9) - (b.rank ?? 9) ||
        Number(a.item.isDeprecated ?? false) - Number(b.item.isDeprecated ?? false) ||
        a.item.order - b.item.order ||
        (a.item.label < b.item.label ? -1 : 1),
    );
}
