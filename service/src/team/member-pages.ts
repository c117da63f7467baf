import sql, { type Sql } from "sql-template-tag";
import type { Cursors } from "../cursor.js";
import type { Queries } from "../database/database.js";
import { pageAt, type Position } from "./page.js";

/** Some members of a team, and the cursor of the list. */
export interface MemberPage {
  readonly memberIds: readonly string[];
  readonly has_more: boolean;
  readonly cursor: string;
}

/** A list of members for which callers set no limit. */
export interface MemberList {
  /** The name of the list, so that its cursors are invalid for other lists. */
  readonly name: string;
  /** The condition on `member` that members in the list satisfy. */
  readonly condition: Sql;
  readonly membersPerPage: number;
}

/**
 * Returns the members in a list after a cursor, or from the start if there is no cursor or it is empty. Undefined if the
 * cursor is invalid.
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
