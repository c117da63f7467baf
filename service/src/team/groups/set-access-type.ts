import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { groupsMembersSetAccessType } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { changeTeam } from "../change.js";
import { selectMember } from "../members/selector.js";
import { selectGroup } from "./group.js";
import { idsInGroup } from "./group-member.js";
import { loadChangedInfo } from "./info.js";

/** Returns the handler that changes the access type of group members. */
export function groupAccessHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "groupsMembersSetAccessType"> {
  return {
    groupsMembersSetAccessType: ({ group: selector, user, access_type, return_members }, caller) =>
      changeTeam(database, clock, caller, async ({ queries, now }) => {
        const { teamId } = caller;
        const group = await selectGroup(queries, teamId, selector);
        if (group === undefined) {
          throw routeError(groupsMembersSetAccessType, "group_not_found");
        }
        const member = await selectMember(queries, teamId, user);
        if (member === undefined || !(await idsInGroup(queries, group.id, [member.id])).has(member.id)) {
          throw routeError(groupsMembersSetAccessType, "member_not_in_group");
        }
        if (access_type[".tag"] === "owner") {
          if (member.status === "suspended") {
            // The rule of members/add applies (B-160), although this route has no tag for it.
            throw routeError(groupsMembersSetAccessType, "other", "A suspended user cannot be an owner.");
          }
          if (group.management_type === "company_managed") {
            throw routeError(groupsMembersSetAccessType, "user_cannot_be_manager_of_company_managed_group");
          }
        }
        await queries.run(sql`
          update group_member set access_type = ${access_type[".tag"]}
          where group_id = ${group.id} and member_id = ${member.id}`);
        return { ".tag": "group_info", ...(await loadChangedInfo(queries, group.id, now, return_members)) };
      }),
  };
}
