import { badCall, routeError, type TeamHandlers } from "cloud-storage-api/server";
import { teamFolderGetInfo, teamFolderList } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { pageSize } from "../page.js";
import { folderMetadata, isNamespaceId, type TeamFolder } from "./folder.js";
import { hasTeamFolders } from "./managed.js";

/** Returns the handlers that list team folders. */
export function teamFolderListHandlers({
  database,
}: Backend): Pick<TeamHandlers<Caller>, "teamFolderGetInfo" | "teamFolderList"> {
  return {
    async teamFolderGetInfo({ team_folder_ids }, { teamId }) {
      if (!(await hasTeamFolders(database, teamId))) {
        throw badCall(teamFolderGetInfo, "the team does not have improved team folders");
      }
      const ids = team_folder_ids.filter(isNamespaceId).map(Number);
      const folders = await database.all<TeamFolder>(sql`
        select id, team_id, name, status from namespace
        where kind = 'team' and team_id = ${teamId} and id = any(${ids})`);
      return team_folder_ids.map((id) => {
        const folder = folders.find((found) => String(found.id) === id);
        return folder === undefined
          ? { ".tag": "id_not_found", id_not_found: id }
          : { ".tag": "team_folder_metadata", ...folderMetadata(folder) };
      });
    },

    async teamFolderList({ limit }, { teamId }) {
      const size = pageSize(teamFolderList, limit); // the result cannot say that there are more folders
      if (!(await hasTeamFolders(database, teamId))) {
        throw routeError(teamFolderList, { ".tag": "access_error", access_error: "no_access" });
      }
      const folders = await database.all<TeamFolder>(sql`
        select id, team_id, name, status from namespace where kind = 'team' and team_id = ${teamId}
        order by name_key limit ${size}`);
      return { team_folders: folders.map(folderMetadata) };
    },
  };
}
