import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  teamFolderArchive,
  teamFolderArchiveCheck,
  type TeamFolderArchiveErrorInput,
  type TeamFolderMetadata,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Clock } from "../../clock.js";
import type { Queries } from "../../database/database.js";
import { lockWithMounts, unmountEverywhere } from "../../files/tree/mount.js";
import { findOwnJob, launchJob } from "../../jobs/job.js";
import type { Work } from "../../jobs/worker.js";
import { changeTeam } from "../change.js";
import { folderMetadata, isNamespaceId, lockInStatus, lockTeamFolder, type TeamFolder } from "./folder.js";

/** Returns the handler that archives team folders, in the background if it may take a while. */
export function teamFolderArchiveHandlers({
  database,
  clock,
}: Backend): Pick<TeamHandlers<Caller>, "teamFolderArchive" | "teamFolderArchiveCheck"> {
  return {
    teamFolderArchive: ({ team_folder_id, force_async_off }, caller) =>
      changeTeam(database, clock, caller, async ({ queries, now }) => {
        await lockWhereMounted(queries, caller.teamId, team_folder_id);
        const folder = await lockInStatus(queries, caller.teamId, team_folder_id, "active");
        if (".tag" in folder) {
          throw routeError(teamFolderArchive, folder);
        }
        // Removing members may take a while.
        if (!force_async_off && (await hasMembers(queries, folder.id))) {
          const arg: ArchiveJob = { team_folder_id };
          const async_job_id = await launchJob(queries, "team/team_folder/archive", caller, arg, now);
          return { ".tag": "async_job_id", async_job_id };
        }
        return { ".tag": "complete", ...folderMetadata(await archive(queries, folder, now)) };
      }),

    async teamFolderArchiveCheck({ async_job_id }, caller) {
      const job = await findOwnJob(database, caller, async_job_id, ["team/team_folder/archive"], () =>
        routeError(teamFolderArchiveCheck, "invalid_async_job_id"),
      );
      if (job.status === "in_progress") {
        return { ".tag": "in_progress" };
      }
      if (job.result === null) {
        throw routeError(teamFolderArchiveCheck, "internal_error");
      }
      return job.status === "complete"
        ? { ".tag": "complete", ...(job.result as TeamFolderMetadata) }
        : { ".tag": "failed", failed: job.result as TeamFolderArchiveErrorInput };
    },
  };
}

/** Locks a folder and all homes in which it is mounted, if it is a folder of the team. */
async function lockWhereMounted(queries: Queries, teamId: string, id: string): Promise<void> {
  const namespace = isNamespaceId(id) ? Number(id) : 0;
  const ownFolder = await queries.first(
    sql`select from namespace where id = ${namespace} and kind = 'team' and team_id = ${teamId}`,
  );
  if (ownFolder !== undefined) {
    await lockWithMounts(queries, namespace);
  }
}

async function hasMembers(queries: Queries, namespaceId: number): Promise<boolean> {
  const members = sql`select from namespace_member where namespace_id = ${namespaceId} limit 1`;
  return (await queries.first(members)) !== undefined;
}

/** The argument of a job that archives a team folder. */
interface ArchiveJob {
  readonly team_folder_id: string;
}

/**
 * Archives an active team folder and removes all its members (B-227). The folder and the homes in which it is mounted must
 * be locked.
 */
async function archive(queries: Queries, folder: TeamFolder, now: Date): Promise<TeamFolder> {
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
