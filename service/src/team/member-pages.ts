import sql, { type Sql } from "sql-template-tag";
import type { Cursors } from "../cursor.js";
import type { Queries } from "../database/database.js";

/** Some members of a team, and where the list goes on. */
export interface MemberPage {
  readonly memberIds: readonly string[];
  readonly has_more: boolean;
  readonly cursor: string;
}

/** A list of members for which callers set no limit. */
export interface MemberList {
  /** What the list is called, so that its cursors are of no use for others. */
  readonly name: string;
  /** Which members are in it, as a condition on `member`. */
  readonly condition: Sql;
  readonly membersPerPage: number;
}

/**
 * The members of a team that a list has behind a cursor; from the first on without a cursor, or with an empty one.
 * Undefined for a cursor of something else.
 */
export async function memberPage(
  queries: Queries,
  cursors: Cursors,
  { name, condition, membersPerPage }: MemberList,
  teamId: string,
  cursor: string | undefined,
): Promise<MemberPage | undefined> {
  const purpose = `${name} of ${teamId}`;
  const after = cursor === undefined || cursor === "" ? 0 : cursors.read(purpose, cursor);
  if (typeof after !== "number") {
    return undefined;
  }
  const found = await queries.all<{ id: string; number: number }>(sql`
    select id, number from member
    where team_id = ${teamId} and number > ${after} and status <> 'removed' and ${condition}
    order by number limit ${membersPerPage + 1}`);
  const members = found.slice(0, membersPerPage);
  return {
    memberIds: members.map(({ id }) => id),
    has_more: found.length > membersPerPage,
    cursor: cursors.write(purpose, members.at(-1)?.number ?? after),
  };
}

/** Whether somebody is on the team now. */
export async function isMember(queries: Queries, teamId: string, memberId: string): Promise<boolean> {
  const member = await queries.first(
    sql`select from member where id = ${memberId} and team_id = ${teamId} and status <> 'removed'`,
  );
  return member !== undefined;
}
