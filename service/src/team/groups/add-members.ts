import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { groupsMembersAdd, type MemberAccess } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { launchJob } from "../../jobs/job.js";
import { changeTeam } from "../change.js";
import type { MemberRow } from "../members/profile.js";
import { selectorText } from "../members/selector.js";
import { selectOwnGroup, type GroupRow } from "./group.js";
import { idsInGroup } from "./group-member.js";
import { loadChangedInfo } from "./info.js";
import { selectUsers } from "./select-users.js";

/** Returns the handler that adds members to groups: all members of a call, or none. */
export function groupMemberAddHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "groupsMembersAdd"> {
  return {
    groupsMembersAdd: ({ group: selector, members, return_members }, caller) =>
      changeTeam(database, clock, caller, async (change) => {
        const { queries, team, now } = change;
        const group = await selectOwnGroup(queries, team.id, selector, (reason) =>
          routeError(groupsMembersAdd, reason),
        );
        const selectors = members.map(({ user }) => user);
        const users = await selectUsers(change, selectors, (error) => routeError(groupsMembersAdd, error));
        await refuseDuplicates(queries, group, users);
        refuseOwners(group, members, users);
        await add(queries, group, members, users);
        return {
          group_info: await loadChangedInfo(queries, group.id, now, return_members),
          async_job_id: await launchJob(queries, "team/groups/members/add", caller, { group: group.id }, now),
        };
      }),
  };
}

/** Throws a route error if a member is already in the group, or is listed twice. */
async function refuseDuplicates(queries: Queries, group: GroupRow, users: readonly MemberRow[]): Promise<void> {
  const ids = new Set(users.map(({ id }) => id));
  if (ids.size < users.length || (await idsInGroup(queries, group.id, [...ids])).size > 0) {
    throw routeError(groupsMembersAdd, "duplicate_user");
  }
}

/** Throws a route error if a member is to be an owner but cannot (B-160, B-161). */
function refuseOwners(group: GroupRow, members: readonly MemberAccess[], users: readonly MemberRow[]): void {
  const owners = members.filter(({ access_type }) => access_type[".tag"] === "owner");
  if (users.some(({ status }, index) => status === "suspended" && members[index]?.access_type[".tag"] === "owner")) {
    throw routeError(groupsMembersAdd, "user_must_be_active_to_be_owner");
  }
  if (group.management_type === "company_managed" && owners.length > 0) {
    throw routeError(groupsMembersAdd, {
      ".tag": "user_cannot_be_manager_of_company_managed_group",
      user_cannot_be_manager_of_company_managed_group: owners.map(({ user }) => selectorText(user)),
    });
  }
}

async function add(
  queries: Queries,
  group: GroupRow,
  members: readonly MemberAccess[],
  users: readonly MemberRow[],
): Promise<void> {
  const ids = users.map(({ id }) => id);
  const accessTypes = members.map(({ access_type }) => access_type[".tag"]);
  await queries.run(sql`
    insert into group_member (group_id, member_id, access_type)
    select ${group.id}, added.id, added.access_type
    from unnest(${ids}::text[], ${accessTypes}::text[]) with ordinality as added (id, access_type, place)
    order by added.place`);
}
