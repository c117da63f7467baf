import sql from "sql-template-tag";
import type { TeamChange } from "../change.js";
import type { MemberRow } from "./member.js";

/**
 * Returns whether a team has a license for one more member. Each invited or active member who has a full membership uses one
 * license.
 */
export async function hasFreeLicense({ queries, team }: TeamChange): Promise<boolean> {
  const licensedMembers = await queries.first<{ count: number }>(sql`
    select count(*) as count from member
    where team_id = ${team.id} and status in ('invited', 'active') and membership_type = 'full'`);
  return (licensedMembers?.count ?? 0) < team.licenses;
}

/** Returns whether a team on the free plan has reached its member limit. */
export async function isFreePlanFull({ queries, team }: TeamChange): Promise<boolean> {
  const members = await queries.first<{ count: number }>(
    sql`select count(*) as count from member where team_id = ${team.id} and status <> 'removed'`,
  );
  return team.free_member_limit !== null && (members?.count ?? 0) >= team.free_member_limit;
}

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

/** Returns whether another member of a team has an external id. Removed members who can be recovered count as well (B-184). */
export async function isExternalIdUsed(
  { queries, team }: TeamChange,
  externalId: string | null,
  ownId?: string,
): Promise<boolean> {
  const other = await queries.first(sql`
    select from member
    where team_id = ${team.id} and external_id = ${externalId} and not is_released and id is distinct from ${ownId ?? null}`);
  return other !== undefined;
}
