import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { teamFolderRename } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { nameKey } from "../../fold-case.js";
import { changeTeam } from "../change.js";
import { folderMetadata } from "./folder.js";
import { lockOwnTeamFolder } from "./managed.js";
import { isFolderName } from "./name.js";

/** Returns the handler that renames team folders. */
export function teamFolderRenameHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "teamFolderRename"> {
  return {
    teamFolderRename: ({ team_folder_id, name }, caller) =>
      changeTeam(database, clock, caller, async ({ queries }) => {
        const { teamId } = caller;
        const folder = await lockOwnTeamFolder(queries, teamId, team_folder_id);
        if (typeof folder === "string") {
          throw routeError(teamFolderRename, { ".tag": "access_error", access_error: folder });
        }
        if (folder.status === "archived") {
          throw routeError(teamFolderRename, "other", "An archived team folder cannot be renamed.");
        }
        if (!isFolderName(name)) {
          throw routeError(teamFolderRename, "invalid_folder_name");
        }
        const key = nameKey(name);
        const isUsed = await queries.first(
          sql`select from namespace where kind = 'team' and team_id = ${teamId} and name_key = ${key} and id <> ${folder.id}`,
        );
        if (isUsed !== undefined) {
          throw routeError(teamFolderRename, "folder_name_already_used");
        }
        await queries.run(sql`update namespace set name = ${name}, name_key = ${key} where id = ${folder.id}`);
        return folderMetadata({ ...folder, name });
      }),
  };
}
