import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { groupsUpdate } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { nameKey } from "../../fold-case.js";
import { changeTeam } from "../change.js";
import { selectGroup } from "./group.js";
import { findIdentityConflict, refuseLongExternalId } from "./identity.js";
import { loadChangedInfo } from "./info.js";

/** Returns the handler that changes the name, external id and management of groups. */
export function groupUpdateHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "groupsUpdate"> {
  return {
    async groupsUpdate(arg, caller) {
      const { teamId } = caller;
      refuseLongExternalId(groupsUpdate, "new_group_external_id", arg.new_group_external_id);
      return changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const group = await selectGroup(queries, teamId, arg.group);
        if (group === undefined) {
          throw routeError(groupsUpdate, "group_not_found");
        }
        const identity = { name: arg.new_group_name, externalId: arg.new_group_external_id };
        const conflict = await findIdentityConflict(change, identity, group.id);
        if (conflict !== undefined) {
          throw routeError(groupsUpdate, conflict);
        }
        const { name = group.name, externalId = group.external_id ?? "" } = identity;
        const type = arg.new_group_management_type?.[".tag"] ?? group.management_type;
        await queries.run(sql`
          update team_group set name = ${name}, name_key = ${nameKey(name)}, external_id = nullif(${externalId}, ''),
                                management_type = ${type}
          where id = ${group.id}`);
        if (type === "company_managed") {
          // Groups managed by the company have no owners.
          await queries.run(sql`update group_member set access_type = 'member' where group_id = ${group.id}`);
        }
        return loadChangedInfo(queries, group.id, now, arg.return_members);
      });
    },
  };
}
