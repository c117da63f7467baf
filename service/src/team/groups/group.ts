import type {
  GroupFullInfoInput,
  GroupMemberInfoInput,
  GroupSelector,
  GroupSummaryInput,
} from "cloud-storage-api/team";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { memberColumns, memberProfile, type MemberRow } from "../members/member.js";

export interface GroupRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly external_id: string | null;
  readonly management_type: "company_managed" | "user_managed";
  readonly created: Date;
  readonly member_count: number;
}

/**
 * Returns groups that satisfy a condition on `team_group` and are not deleted, in the order of their numbers; at most `limit`
 * if it is set.
 */
export function findGroups(queries: Queries, condition: Sql, limit?: number): Promise<GroupRow[]> {
  return queries.all<GroupRow>(sql`
    select id, number, name, external_id, management_type, created,
           (select count(*) from group_member where group_id = team_group.id) as member_count
    from team_group
    where deleted is null and ${condition}
    order by number limit ${limit ?? null}`);
}

/** Returns the group of a team that a selector identifies; undefined if there is none. */
export async function selectGroup(
  queries: Queries,
  teamId: string,
  selector: GroupSelector,
): Promise<GroupRow | undefined> {
  const isMeant =
    selector[".tag"] === "group_id" ? sql`id = ${selector.group_id}` : sql`external_id = ${selector.group_external_id}`;
  const [group] = await findGroups(queries, sql`team_id = ${teamId} and ${isMeant}`);
  return group;
}

/**
 * Like {@link selectGroup}, but rejects with the error that `fail` returns if there is no such group. The reason is
 * `group_not_in_team` if the group with the id belongs to another team.
 */
export async function selectOwnGroup(
  queries: Queries,
  teamId: string,
  selector: GroupSelector,
  fail: (reason: "group_not_found" | "group_not_in_team") => Error,
): Promise<GroupRow> {
  const group = await selectGroup(queries, teamId, selector);
  if (group !== undefined) {
    return group;
  }
  const isForeign = selector[".tag"] === "group_id" && (await areForeign(queries, teamId, [selector.group_id]));
  throw fail(isForeign ? "group_not_in_team" : "group_not_found");
}

/** Returns whether one of these ids belongs to a group of another team. */
export async function areForeign(queries: Queries, teamId: string, ids: readonly string[]): Promise<boolean> {
  const [foreign] = await findGroups(queries, sql`team_id <> ${teamId} and id = any(${ids})`, 1);
  return foreign !== undefined;
}

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

/** A member of a group. `number` is the position of the membership in the order in which members were added. */
interface GroupMemberRow extends MemberRow {
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
  const memberships = await queries.all<{ member_id: string }>(
    sql`select member_id from group_member where group_id = ${groupId} and member_id = any(${memberIds})`,
  );
  return new Set(memberships.map(({ member_id }) => member_id));
}

/** Returns the information about a member of a group. */
export function groupMemberInfo(member: GroupMemberRow, now: Date): GroupMemberInfoInput {
  return { profile: memberProfile(member, now), access_type: member.access_type };
}
