import sql, { type Sql } from "sql-template-tag";
import type { Cursors } from "../cursor.js";
import type { Queries } from "../database/database.js";
import { pageAt, type Position } from "./page.js";

/** A page of a list of members, and the cursor for the next page. */
export interface MemberPage {
  readonly memberIds: readonly string[];
  readonly has_more: boolean;
  readonly cursor: string;
}

/** A list of members in which callers cannot set the page size. */
export interface MemberList {
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
