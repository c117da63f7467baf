import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { groupsCreate } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { newGroupId } from "../../database/ids.js";
import { nameKey } from "../../fold-case.js";
import { changeTeam } from "../change.js";
import { findIdentityConflict, refuseLongExternalId } from "./identity.js";
import { loadChangedInfo } from "./info.js";

/** Returns the handler that creates groups. */
export function groupCreateHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "groupsCreate"> {
  return {
    async groupsCreate({ group_name: name, group_external_id: externalId = "", group_management_type }, caller) {
      const { teamId } = caller;
      refuseLongExternalId(groupsCreate, "group_external_id", externalId);
      return changeTeam(database, clock, caller, async (change) => {
        const { queries, now } = change;
        const conflict = await findIdentityConflict(change, { name, externalId });
        if (conflict !== undefined) {
          throw routeError(groupsCreate, conflict);
        }
        const id = newGroupId();
        // By default only administrators manage a group.
        const type = group_management_type?.[".tag"] ?? "company_managed";
        await queries.run(sql`
          insert into team_group (id, team_id, name, name_key, external_id, management_type, created)
          values (${id}, ${teamId}, ${name}, ${nameKey(name)}, nullif(${externalId}, ''), ${type}, ${now})`);
        return loadChangedInfo(queries, id, now);
      });
    },
  };
}
