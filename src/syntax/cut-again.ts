import { cutFrom } from "./cut.js";

/** The starts of the items in a text, compared with an earlier version. */
export interface CutAgain {
  readonly starts: readonly number[];
  /** The number of unchanged items at the start. */
  readonly sameAtStart: number;
  /** The number of unchanged items at the end. */
  readonly sameAtEnd: number;
}

/**
 * Cuts a text into items, but searches only from the first item that differs from the earlier version to the point
 * where the items match again. In the earlier version, no quote may be missing. Returns undefined if one is missing
 * now, because that affects the whole text.
 */
export function cutAgain(text: string, items: readonly string[]): CutAgain | undefined {
  const starts: number[] = [];
  let end = 0;
  for (const item of items) {
    if (!item.endsWith("\n") || !isAt(text, item, end)) {
      break;
    }
    starts.push(end);
    end += item.length;
  }
  // The end of an item depends on the text after it, so that the last of these items may end elsewhere now.
  const from = starts.pop() ?? 0;
  const sameAtStart = starts.length;
  const known = startsAtEnd(text, items.slice(sameAtStart), from);

  starts.push(from);
  const pieces = cutFrom(text, from);
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done === true) {
      return next.value === undefined ? { starts, sameAtStart, sameAtEnd: 0 } : undefined;
    }
    const met = known.get(next.value);
    if (met !== undefined) {
      const rest = [...known.keys()].slice(0, met).reverse();
      return { starts: [...starts, ...rest], sameAtStart, sameAtEnd: met };
    }
    starts.push(next.value);
  }
}

/**
 * Returns the offsets after `after` at which unchanged items at the end of the text start, each mapped to the number of
 * items from there to the end.
 */
function startsAtEnd(text: string, items: readonly string[], after: number): Map<number, number> {
  const starts = new Map<number, number>();
  let start = text.length;
  for (const item of items.toReversed()) {
    start -= item.length;
    if (start <= after || !isAt(text, item, start)) {
      break;
    }
    starts.set(start, starts.size + 1);
  }
  return starts;
}

/** Whether an item is at an offset. The engine compares whole strings many times faster than `startsWith`. */
function isAt(text: string, item: string, start: number): boolean {
  return text.slice(start, start + item.length) === item;
}
