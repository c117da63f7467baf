import type { TeamFolderAccessErrorInput, TeamFolderArchiveErrorInput } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { lockTeamFolder, type TeamFolder } from "./folder.js";

/** Locks the team's folder with an id. Returns it; the error if the team does not own it (B-233, B-236). */
export async function lockOwnTeamFolder(
  queries: Queries,
  teamId: string,
  id: string,
): Promise<TeamFolder | Extract<TeamFolderAccessErrorInput, string>> {
  if (!(await hasTeamFolders(queries, teamId))) {
    return "no_access";
  }
  const folder = await lockTeamFolder(queries, id);
  if (folder === undefined) {
    return "invalid_team_folder_id";
  }
  return folder.team_id === teamId ? folder : "no_access";
}

/** Like {@link lockOwnTeamFolder}, but also returns an error if the folder does not have the expected status (B-231). */
export async function lockInStatus(
  queries: Queries,
  teamId: string,
  id: string,
  status: TeamFolder["status"],
): Promise<TeamFolder | Extract<TeamFolderArchiveErrorInput, object>> {
  const folder = await lockOwnTeamFolder(queries, teamId, id);
  if (typeof folder === "string") {
    return { ".tag": "access_error", access_error: folder };
  }
  return folder.status === status ? folder : { ".tag": "status_error", status_error: folder.status };
}

/** Returns whether a team has improved team folders. Teams without them cannot use these calls. */
export async function hasTeamFolders(queries: Queries, teamId: string): Promise<boolean> {
  return (await queries.first(sql`select from team where id = ${teamId} and has_team_folders`)) !== undefined;
}
