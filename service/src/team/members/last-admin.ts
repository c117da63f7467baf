import sql from "sql-template-tag";
import type { TeamChange } from "../change.js";
import type { MemberRow } from "./profile.js";

/** Returns whether a team would be left without an active administrator if it lost this member. */
export async function isLastAdmin({ queries, team }: TeamChange, { id, role, status }: MemberRow): Promise<boolean> {
  if (role !== "team_admin" || status !== "active") {
    return false;
  }
  const other = await queries.first(sql`
    select from member
    where team_id = ${team.id} and id <> ${id} and role = 'team_admin' and status = 'active' limit 1`);
  return other === undefined;
}
