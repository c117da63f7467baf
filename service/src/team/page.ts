import type { RouteInfo } from "cloud-storage-api";
import { badField } from "./bad-field.js";

/** Where a list goes on, as its cursor keeps it: after the row of that number. */
export interface Position {
  readonly after: number;
  /** How many rows there are on a page. */
  readonly limit: number;
}

/** Some rows of a list, and where it goes on. */
export interface Page<Row, Place extends Position> {
  readonly rows: readonly Row[];
  readonly next: Place;
  readonly has_more: boolean;
}

/** The largest page that anybody gets. */
const largestPage = 1_000;

/** The size of a page for which somebody has asked. Throws a Refusal if it is 0. */
export function pageSize(route: RouteInfo, limit: number): number {
  if (limit === 0) {
    throw badField(route, "limit", "at least 1", limit);
  }
  return Math.min(limit, largestPage);
}

/** The page at a place, of rows in the order of their numbers; `find` gives at most `limit` of those after a number. */
export async function pageAt<Row extends { readonly number: number }, Place extends Position>(
  place: Place,
  find: (after: number, limit: number) => Promise<readonly Row[]>,
): Promise<Page<Row, Place>> {
  // One more than are shown tells whether there are more.
  const found = await find(place.after, place.limit + 1);
  const rows = found.slice(0, place.limit);
  return { rows, next: { ...place, after: rows.at(-1)?.number ?? place.after }, has_more: found.length > place.limit };
}
