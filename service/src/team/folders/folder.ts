import type { TeamFolderMetadata } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";

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
