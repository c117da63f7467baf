import type { RouteInfo } from "cloud-storage-api";
import { badCall } from "cloud-storage-api/server";
import sql, { type Sql } from "sql-template-tag";
import type { Cursors } from "../cursor.js";
import type { Queries } from "../database/database.js";

/** A position in a list, which is the content of a cursor. */
export interface Position {
  /** The number of the row after which to continue. */
  readonly after: number;
  /** The number of rows on a page. */
  readonly limit: number;
}

/** A page of a list, and the position after it. */
interface Page<Row, Place extends Position> {
  readonly rows: readonly Row[];
  readonly next: Place;
  readonly has_more: boolean;
}

/** The largest page size. */
const largestPage = 1_000;

/** Returns the page size for a requested limit. Throws a Refusal if it is 0. */
export function pageSize(route: RouteInfo, limit: number): number {
  if (limit === 0) {
    throw badCall(route, `request body: limit: expected at least 1, found ${limit}`);
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
  const nextRows = await find(place.after, place.limit + 1);
  const rows = nextRows.slice(0, place.limit);
  return {
    rows,
    next: { ...place, after: rows.at(-1)?.number ?? place.after },
    has_more: nextRows.length > place.limit,
  };
}

/** A page of a list of members, and the cursor for the next page. */
interface MemberPage {
  readonly memberIds: readonly string[];
  readonly has_more: boolean;
  readonly cursor: string;
}

/** A list of members in which callers cannot set the page size. */
interface MemberList {
  /** The name of the list. Its cursors are invalid for lists with other names. */
  readonly name: string;
  /** A condition on `member`, which the members in the list satisfy. */
  readonly condition: Sql;
  readonly membersPerPage: number;
}

/**
 * Returns the page after a cursor, or the first page if the cursor is missing or empty. Undefined if the cursor is
 * invalid.
 */
export async function memberPage(
  queries: Queries,
  cursors: Cursors,
  { name, condition, membersPerPage }: MemberList,
  teamId: string,
  cursor = "",
): Promise<MemberPage | undefined> {
  const purpose = `${name} of ${teamId}`;
  const place = cursor === "" ? { after: 0, limit: membersPerPage } : cursors.read(purpose, cursor);
  if (place === undefined) {
    return undefined;
  }
  const { rows, next, has_more } = await pageAt(place as Position, (after, limit) =>
    queries.all<{ id: string; number: number }>(sql`
      select id, number from member
      where team_id = ${teamId} and number > ${after} and status <> 'removed' and ${condition}
      order by number limit ${limit}`),
  );
  return { memberIds: rows.map(({ id }) => id), has_more, cursor: cursors.write(purpose, next) };
}
