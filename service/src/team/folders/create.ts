import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { teamFolderCreate } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { nameKey } from "../../fold-case.js";
import { changeTeam } from "../change.js";
import { folderMetadata, type TeamFolder } from "./folder.js";
import { hasTeamFolders } from "./managed.js";
import { isFolderName } from "./name.js";

/** Returns the handler that creates team folders. New folders have no members. */
export function teamFolderCreateHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "teamFolderCreate"> {
  return {
    teamFolderCreate: ({ name }, caller) =>
      changeTeam(database, clock, caller, async ({ queries, now }) => {
        const { teamId } = caller;
        if (!(await hasTeamFolders(queries, teamId))) {
          throw routeError(teamFolderCreate, "other", "The team does not have improved team folders.");
        }
        if (!isFolderName(name)) {
          throw routeError(teamFolderCreate, "invalid_folder_name");
        }
        const folder = await queries.first<TeamFolder>(sql`
          insert into namespace (kind, team_id, name, name_key, status, created)
          values ('team', ${teamId}, ${name}, ${nameKey(name)}, 'active', ${now})
          on conflict (team_id, name_key) where kind = 'team' do nothing
          returning id, team_id, name, status`);
        if (folder === undefined) {
          throw routeError(teamFolderCreate, "folder_name_already_used");
        }
        return folderMetadata(folder);
      }),
  };
}
