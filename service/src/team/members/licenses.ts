import sql from "sql-template-tag";
import type { TeamChange } from "../change.js";

/**
 * Returns whether a team has a license for one more member. Each invited or active member who has a full membership uses one
 * license.
 */
export async function hasFreeLicense({ queries, team }: TeamChange): Promise<boolean> {
  const used = await queries.first<{ count: number }>(sql`
    select count(*) as count from member
    where team_id = ${team.id} and status in ('invited', 'active') and membership_type = 'full'`);
  return (used?.count ?? 0) < team.licenses;
}

/** Returns whether a team on the free plan has reached its member limit. */
export async function isFreePlanFull({ queries, team }: TeamChange): Promise<boolean> {
  const members = await queries.first<{ count: number }>(
    sql`select count(*) as count from member where team_id = ${team.id} and status <> 'removed'`,
  );
  return team.free_member_limit !== null && (members?.count ?? 0) >= team.free_member_limit;
}
