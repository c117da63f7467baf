import type {
  TeamFolderAccessErrorInput,
  TeamFolderArchiveErrorInput,
  TeamFolderMetadata,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { isLongName } from "../../files/tree/path.js";

/** A team folder: a namespace that a team owns. */
export interface TeamFolder {
  readonly id: number;
  readonly team_id: string;
  readonly name: string;
  readonly status: "active" | "archived";
}

/** Locks the team folder with an id, of any team, until the transaction ends. Returns it; undefined if there is none. */
export async function lockTeamFolder(queries: Queries, id: string): Promise<TeamFolder | undefined> {
  return isNamespaceId(id)
    ? queries.first<TeamFolder>(
        sql`select id, team_id, name, status from namespace where id = ${Number(id)} and kind = 'team' for update`,
      )
    : undefined;
}

/** Returns whether a string can be the id of a namespace. The pattern in the specification also allows other strings. */
export function isNamespaceId(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}

/** Returns the metadata of a team folder. */
export function folderMetadata({ id, name, status }: TeamFolder): TeamFolderMetadata {
  return { team_folder_id: String(id), name, status: { ".tag": status } };
}

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

/** Returns whether a name is valid for a team folder. */
export function isFolderName(name: string): boolean {
  const isText = name.trim() !== "" && !/[/\u0000-\u001f\u007f]/u.test(name);
  return isText && name !== "." && name !== ".." && !isLongName(name);
}
