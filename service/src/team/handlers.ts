import type { TeamHandlers } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { deviceHandlers } from "./devices.js";
import { teamFolderHandlers } from "./folders/handlers.js";
import { groupHandlers } from "./groups/handlers.js";
import { linkedAppHandlers } from "./linked-apps.js";
import { memberHandlers } from "./members/handlers.js";
import { reportHandlers } from "./reports.js";

/** Returns the handlers of the namespace `team`. */
export function teamHandlers(backend: Backend): TeamHandlers<Caller> {
  return {
    ...teamInfoHandlers(backend),
    ...memberHandlers(backend),
    ...groupHandlers(backend),
    ...teamFolderHandlers(backend),
    ...deviceHandlers(backend),
    ...linkedAppHandlers(backend),
    ...reportHandlers(backend),
  };
}

interface TeamRow {
  readonly name: string;
  readonly licenses: number;
  readonly provisioned: number;
  readonly shared_link_create_policy: "default_public" | "default_team_only" | "team_only";
  readonly emm_state: "disabled" | "optional" | "required";
}

/** Returns the handler that returns information about the team. */
function teamInfoHandlers({ database }: Backend): Pick<TeamHandlers<Caller>, "getInfo"> {
  return {
    async getInfo({ teamId }) {
      const team = await database.first<TeamRow>(sql`
        select team.*, (select count(*) from member
                        where team_id = team.id and status in ('invited', 'active')) as provisioned
        from team where id = ${teamId}`);
      if (team === undefined) {
        throw new Error(`There is no team ${teamId}.`);
      }
      return {
        name: team.name,
        team_id: teamId,
        num_licensed_users: team.licenses,
        num_provisioned_users: team.provisioned,
        policies: {
          sharing: { shared_link_create_policy: team.shared_link_create_policy },
          emm_state: team.emm_state,
        },
      };
    },
  };
}
