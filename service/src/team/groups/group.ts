import type { GroupSelector } from "cloud-storage-api/team";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";

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
