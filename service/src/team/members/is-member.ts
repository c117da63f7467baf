import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

/** Returns whether a member is currently on a team. */
export async function isMember(queries: Queries, teamId: string, memberId: string): Promise<boolean> {
  const member = await queries.first(
    sql`select from member where id = ${memberId} and team_id = ${teamId} and status <> 'removed'`,
  );
  return member !== undefined;
}
