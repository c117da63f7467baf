import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import { teamFolderActivate, teamFolderPermanentlyDelete } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { changeTeam } from "../change.js";
import { folderMetadata } from "./folder.js";
import { lockInStatus } from "./managed.js";
import { removeForGood } from "./remove.js";

/** Returns the handlers that activate and delete archived team folders. */
export function teamFolderActivateAndDeleteHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "teamFolderActivate" | "teamFolderPermanentlyDelete"> {
  return {
    teamFolderActivate: ({ team_folder_id }, caller) =>
      changeTeam(database, clock, caller, async ({ queries }) => {
        const { teamId } = caller;
        const folder = await lockInStatus(queries, teamId, team_folder_id, "archived");
        if (".tag" in folder) {
          throw routeError(teamFolderActivate, folder);
        }
        await queries.run(sql`update namespace set status = 'active' where id = ${folder.id}`);
        return folderMetadata({ ...folder, status: "active" });
      }),

    teamFolderPermanentlyDelete: ({ team_folder_id }, caller) =>
      changeTeam(database, clock, caller, async ({ queries }) => {
        const { teamId } = caller;
        const folder = await lockInStatus(queries, teamId, team_folder_id, "archived");
        if (".tag" in folder) {
          throw routeError(teamFolderPermanentlyDelete, folder);
        }
        await removeForGood(queries, folder.id);
      }),
  };
}
