import type { TeamFolderArchiveErrorInput } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Clock } from "../../clock.js";
import type { Queries } from "../../database/database.js";
import { lockWithMounts, unmountEverywhere } from "../../files/tree/mount.js";
import type { Work } from "../../jobs/worker.js";
import { folderMetadata, lockTeamFolder, type TeamFolder } from "./folder.js";

/** The argument of a job that archives a team folder. */
export interface ArchiveJob {
  readonly team_folder_id: string;
}

/**
 * Archives an active team folder and removes all its members (B-227). The folder and the homes in which it is mounted must
 * be locked.
 */
export async function archive(queries: Queries, folder: TeamFolder, now: Date): Promise<TeamFolder> {
  await unmountEverywhere(queries, folder.id, now);
  await queries.run(sql`delete from namespace_member where namespace_id = ${folder.id}`);
  await queries.run(sql`update namespace set status = 'archived' where id = ${folder.id}`);
  return { ...folder, status: "archived" };
}

/** Returns the work of a job that archives a team folder. */
export function archiveWork(clock: Clock): Work {
  return async (queries, { arg }) => {
    const { team_folder_id } = arg as ArchiveJob;
    await lockWithMounts(queries, Number(team_folder_id));
    const folder = await lockTeamFolder(queries, team_folder_id);
    if (folder?.status !== "active") {
      return { status: "failed", result: failure(folder) };
    }
    return { status: "complete", result: folderMetadata(await archive(queries, folder, await clock.now(queries))) };
  };
}

function failure(folder: TeamFolder | undefined): TeamFolderArchiveErrorInput {
  return folder === undefined
    ? { ".tag": "access_error", access_error: "invalid_team_folder_id" }
    : { ".tag": "status_error", status_error: folder.status };
}
