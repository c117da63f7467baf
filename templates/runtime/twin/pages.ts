import { stringifyJson } from "../text/json.js";
import type { PagesData } from "./data.js";
import type { FreshTexts } from "./fresh-texts.js";
import { isObject } from "../codecs/composites.js";

/** The rest of a list, for which a cursor stands. */
interface Continuation {
  /** The route that accepts the cursor. */
  readonly route: string;
  readonly offset: number;
  readonly size: number;
  /** The fields of the argument that later calls must repeat, with their values as JSON text. */
  readonly carried: ReadonlyMap<string, string>;
  readonly items: readonly unknown[];
  /** The list whose changes follow after its last page; undefined if the list cannot change. */
  readonly watched: WatchedList | undefined;
}

/** A list of a model. */
export interface WatchedList {
  readonly now: () => readonly unknown[];
  /** The items that the caller has been told about so far. */
  readonly seen: readonly unknown[];
  /** Returns the items that report removals; undefined if the model does not define any. */
  readonly removed: RemovedItems | undefined;
}

/** Returns items that report which of the items `before` are no longer in the list. */
export type RemovedItems = (before: readonly unknown[], now: readonly unknown[]) => readonly unknown[];

/** Returns the changes of a list: items that report removals, then the added and changed items. */
function changedItems({ now, seen, removed }: WatchedList): readonly unknown[] {
  const known = new Set(seen.map((item) => stringifyJson(item)));
  const items = now();
  return [...(removed?.(seen, items) ?? []), ...items.filter((item) => !known.has(stringifyJson(item)))];
}

/** The number of items per page if the argument has no limit. */
const defaultSize = 3;

/** Divides lists into pages, and issues the cursors. */
export class PageKeeper {
  readonly #fresh: FreshTexts;
  readonly #cursors = new Map<string, Continuation>();
  #areShownValid = true;

  constructor(fresh: FreshTexts) {
    this.#fresh = fresh;
  }

  /**
   * Returns the requested page; undefined if its cursor is invalid. `items` are the items of a new listing. `list` is the
   * list, if it can change: its changes follow the last page.
   */
  page(
    route: string,
    data: PagesData,
    arg: unknown,
    template: unknown,
    items: readonly unknown[],
    list?: Omit<WatchedList, "seen">,
  ): unknown {
    const given = isObject(arg) ? arg : {};
    const cursor = data.takesCursor ? given["cursor"] : undefined;
    const limit = data.hasLimit && Number(given["limit"]) > 0 ? Number(given["limit"]) : undefined;
    const carried = new Map(data.carried.map((name) => [name, stringifyJson(given[name])]));
    const isGiven = typeof cursor === "string" && cursor !== "";
    const from = isGiven ? this.#continuation(cursor, route, data, carried, items) : undefined;
    if (isGiven && from === undefined) {
      return undefined;
    }
    const source =
      from === undefined ? { offset: 0, items, watched: list && { ...list, seen: items } } : sourceOf(from);
    const { offset, items: all, watched } = source;
    const size = limit ?? from?.size ?? defaultSize;
    const end = Math.min(offset + size, all.length);
    const next: Continuation = { route: data.next, offset: end, size, carried, items: all, watched };
    return this.#pageOf(data, template, all.slice(offset, end), end < all.length, next);
  }

  /** Returns a cursor that only returns later changes of a list. */
  latest(data: PagesData, items: readonly unknown[], list: Omit<WatchedList, "seen">): string {
    const watched = { ...list, seen: items };
    const cursor = this.#fresh.next(data.cursor);
    const carried = new Map<string, string>();
    this.#cursors.set(cursor, { route: data.next, offset: items.length, size: defaultSize, carried, items, watched });
    return cursor;
  }

  /** Returns whether there are items after a cursor; undefined if the cursor does not belong to a list that can change. */
  hasChanged(cursor: unknown): boolean | undefined {
    const known = typeof cursor === "string" ? this.#cursors.get(cursor) : undefined;
    return known?.watched === undefined
      ? undefined
      : known.offset < known.items.length || changedItems(known.watched).length > 0;
  }

  /** Invalidates all cursors, including those of examples. */
  expire(): void {
    this.#cursors.clear();
    this.#areShownValid = false;
  }

  reset(): void {
    this.#cursors.clear();
    this.#areShownValid = true;
  }

  #continuation(
    cursor: string,
    route: string,
    data: PagesData,
    carried: ReadonlyMap<string, string>,
    items: readonly unknown[],
  ): Continuation | undefined {
    const known = this.#cursors.get(cursor);
    if (known !== undefined) {
      const isSame = [...known.carried].every(([name, text]) => carried.get(name) === text);
      return known.route === route && isSame ? known : undefined;
    }
    const isShown = this.#areShownValid && data.shown.includes(cursor);
    return isShown
      ? { route, offset: Math.min(defaultSize, items.length), size: defaultSize, carried, items, watched: undefined }
      : undefined;
  }

  #pageOf(data: PagesData, template: unknown, items: readonly unknown[], isMore: boolean, next: Continuation): unknown {
    const page: Record<string, unknown> = { ...(isObject(template) ? template : {}) };
    if (data.list !== undefined) {
      page[data.list.field] = items;
    }
    if (data.hasMore) {
      page["has_more"] = isMore;
    }
    if (isMore || (data.hasMore && !data.isCursorOptional)) {
      const cursor = this.#fresh.next(data.cursor);
      this.#cursors.set(cursor, next);
      page["cursor"] = cursor;
    } else if (data.isCursorOptional) {
      delete page["cursor"];
    } else {
      page["cursor"] = ""; // clients treat it as missing
    }
    return page;
  }
}

/** Returns the items that follow a cursor: the rest of a list, or its changes. */
function sourceOf({ offset, items, watched }: Continuation): Pick<Continuation, "offset" | "items" | "watched"> {
  if (watched === undefined || offset < items.length) {
    return { offset, items, watched };
  }
  return { offset: 0, items: changedItems(watched), watched: { ...watched, seen: watched.now() } };
}
