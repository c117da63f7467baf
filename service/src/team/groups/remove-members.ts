import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { groupsMembersRemove } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { launchJob } from "../../jobs/job.js";
import { changeTeam } from "../change.js";
import { selectOwnGroup } from "./group.js";
import { idsInGroup } from "./group-member.js";
import { loadChangedInfo } from "./info.js";
import { selectUsers } from "./select-users.js";

/** Returns the handler that removes members from groups: all members of a call, or none. */
export function groupMemberRemoveHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "groupsMembersRemove"> {
  return {
    groupsMembersRemove: ({ group: selector, users: selectors, return_members }, caller) =>
      changeTeam(database, clock, caller, async (change) => {
        const { queries, team, now } = change;
        const group = await selectOwnGroup(queries, team.id, selector, (reason) =>
          routeError(groupsMembersRemove, reason),
        );
        const users = await selectUsers(change, selectors, (error) => routeError(groupsMembersRemove, error));
        const ids = new Set(users.map(({ id }) => id));
        if ((await idsInGroup(queries, group.id, [...ids])).size < ids.size) {
          throw routeError(groupsMembersRemove, "member_not_in_group");
        }
        await queries.run(sql`delete from group_member where group_id = ${group.id} and member_id = any(${[...ids]})`);
        return {
          group_info: await loadChangedInfo(queries, group.id, now, return_members),
          async_job_id: await launchJob(queries, "team/groups/members/remove", caller, { group: group.id }, now),
        };
      }),
  };
}
