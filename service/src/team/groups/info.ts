import type { GroupFullInfoInput, GroupMemberInfoInput, GroupSummaryInput } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { findGroups, type GroupRow } from "./group.js";
import { findGroupMembers, groupMemberInfo } from "./group-member.js";

/** Returns the summary of a group, for lists. */
export function groupSummary(group: GroupRow): GroupSummaryInput {
  return {
    group_name: group.name,
    group_id: group.id,
    group_management_type: group.management_type,
    group_external_id: group.external_id ?? undefined,
    member_count: group.member_count,
  };
}

/** Returns the full information about groups, including their members if `hasMembers` is true (B-156). */
export async function fullInfos(
  queries: Queries,
  groups: readonly GroupRow[],
  now: Date,
  hasMembers = true,
): Promise<GroupFullInfoInput[]> {
  const members = new Map<string, GroupMemberInfoInput[]>(groups.map(({ id }) => [id, []]));
  if (hasMembers) {
    for (const member of await findGroupMembers(queries, sql`group_member.group_id = any(${[...members.keys()]})`)) {
      members.get(member.group_id)?.push(groupMemberInfo(member, now));
    }
  }
  return groups.map((group) => ({
    ...groupSummary(group),
    created: group.created.getTime(),
    members: hasMembers ? members.get(group.id) : undefined,
  }));
}

/** Loads a changed group. Returns the full information about it, as {@link fullInfos} does. */
export async function loadChangedInfo(
  queries: Queries,
  id: string,
  now: Date,
  hasMembers = true,
): Promise<GroupFullInfoInput> {
  const [info] = await fullInfos(queries, await findGroups(queries, sql`id = ${id}`), now, hasMembers);
  if (info === undefined) {
    throw new Error("A changed group is missing.");
  }
  return info;
}
