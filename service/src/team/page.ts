import type { RouteInfo } from "cloud-storage-api";
import { badField } from "./bad-field.js";

/** A position in a list, which is the content of a cursor. */
export interface Position {
  /** The number of the row after which to continue. */
  readonly after: number;
  /** The number of rows on a page. */
  readonly limit: number;
}

/** A page of a list, and the position after it. */
export interface Page<Row, Place extends Position> {
  readonly rows: readonly Row[];
  readonly next: Place;
  readonly has_more: boolean;
}

/** The largest page size. */
const largestPage = 1_000;

/** Returns the page size for a requested limit. Throws a Refusal if it is 0. */
export function pageSize(route: RouteInfo, limit: number): number {
  if (limit === 0) {
    throw badField(route, "limit", "at least 1", limit);
  }
  return Math.min(limit, largestPage);
}

/**
 * Returns the page at a position. `find` returns at most `limit` rows whose numbers are greater than `after`, in the order of
 * their numbers.
 */
export async function pageAt<Row extends { readonly number: number }, Place extends Position>(
  place: Place,
  find: (after: number, limit: number) => Promise<readonly Row[]>,
): Promise<Page<Row, Place>> {
  // One additional row shows whether there is another page.
  const found = await find(place.after, place.limit + 1);
  const rows = found.slice(0, place.limit);
  return { rows, next: { ...place, after: rows.at(-1)?.number ?? place.after }, has_more: found.length > place.limit };
}
