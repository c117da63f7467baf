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

/** A page of a list, and the cursor for the next page. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string;
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

/** A list of a team, whose cursors are invalid for other lists and other teams. */
export class TeamList<Place extends Position> {
  readonly #cursors: Cursors;
  readonly #name: string;

  constructor(cursors: Cursors, name: string) {
    this.#cursors = cursors;
    this.#name = name;
  }

  /** Returns the position in a cursor; undefined if the cursor is invalid. */
  position(teamId: string, cursor: string): Place | undefined {
    return this.#cursors.read(this.#purpose(teamId), cursor) as Place | undefined;
  }

  /**
   * Returns the page at a position. `find` returns at most `limit` rows whose numbers are greater than `after`, in the order
   * of their numbers.
   */
  async page<Row extends { readonly number: number }>(
    teamId: string,
    place: Place,
    find: (after: number, limit: number) => Promise<readonly Row[]>,
  ): Promise<Page<Row>> {
    // One additional row shows whether there is another page.
    const nextRows = await find(place.after, place.limit + 1);
    const rows = nextRows.slice(0, place.limit);
    const next: Place = { ...place, after: rows.at(-1)?.number ?? place.after };
    const cursor = this.#cursors.write(this.#purpose(teamId), next);
    return { rows, cursor, has_more: nextRows.length > place.limit };
  }

  #purpose(teamId: string): string {
    return `${this.#name} of ${teamId}`;
  }
}

interface MemberPage extends Omit<Page<unknown>, "rows"> {
  readonly memberIds: readonly string[];
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
  const list = new TeamList(cursors, name);
  const place = cursor === "" ? { after: 0, limit: membersPerPage } : list.position(teamId, cursor);
  if (place === undefined) {
    return undefined;
  }
  const { rows, ...page } = await list.page(teamId, place, (after, limit) =>
    queries.all<{ id: string; number: number }>(sql`
      select id, number from member
      where team_id = ${teamId} and number > ${after} and status <> 'removed' and ${condition}
      order by number limit ${limit}`),
  );
  return { memberIds: rows.map(({ id }) => id), ...page };
}
