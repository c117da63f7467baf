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

/** The team folder with an id, whosever it is; undefined if there is none. It is locked until the transaction is over. */
export async function lockTeamFolder(queries: Queries, id: string): Promise<TeamFolder | undefined> {
  return isNamespaceId(id)
    ? queries.first<TeamFolder>(
        sql`select id, team_id, name, status from namespace where id = ${Number(id)} and kind = 'team' for update`,
      )
    : undefined;
}

/** Whether a text could be the id of a namespace; what else the pattern of ids lets through is none. */
export function isNamespaceId(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}

/** A team folder as the API shows it. */
export function folderMetadata({ id, name, status }: TeamFolder): TeamFolderMetadata {
  return { team_folder_id: String(id), name, status: { ".tag": status } };
}
