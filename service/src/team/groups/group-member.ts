import type { GroupMemberInfoInput } from "cloud-storage-api/team";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { memberColumns, memberProfile, type MemberRow } from "../members/profile.js";

/** A member of a group. `number` is the position of the membership in the order in which members were added. */
export interface GroupMemberRow extends MemberRow {
  readonly group_id: string;
  readonly access_type: "member" | "owner";
}

/**
 * Returns group memberships that satisfy a condition on `group_member`, in the order in which they were added; at most
 * `limit`.
 */
export function findGroupMembers(queries: Queries, condition: Sql, limit?: number): Promise<GroupMemberRow[]> {
  return queries.all<GroupMemberRow>(sql`
    select ${memberColumns}, group_member.number, group_member.group_id, group_member.access_type
    from group_member join member on member.id = group_member.member_id
    join account on account.id = member.account_id
    where ${condition}
    order by group_member.number limit ${limit ?? null}`);
}

/** Returns which of these members are in a group, by id. */
export async function idsInGroup(
  queries: Queries,
  groupId: string,
  memberIds: readonly string[],
): Promise<Set<string>> {
  const found = await queries.all<{ member_id: string }>(
    sql`select member_id from group_member where group_id = ${groupId} and member_id = any(${memberIds})`,
  );
  return new Set(found.map(({ member_id }) => member_id));
}

/** Returns the information about a member of a group. */
export function groupMemberInfo(member: GroupMemberRow, now: Date): GroupMemberInfoInput {
  return { profile: memberProfile(member, now), access_type: member.access_type };
}
