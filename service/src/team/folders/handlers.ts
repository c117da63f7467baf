import { badRequest, routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  teamFolderActivate,
  teamFolderArchive,
  teamFolderArchiveCheck,
  teamFolderCreate,
  teamFolderList,
  teamFolderPermanentlyDelete,
  teamFolderRename,
  type TeamFolderAccessErrorInput,
  type TeamFolderArchiveErrorInput,
  type TeamFolderMetadata,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { lockWithMounts } from "../../files/tree/mount.js";
import { launchJob } from "../../jobs/job.js";
import { findOwnJob } from "../../jobs/poll.js";
import { folded } from "../../folded.js";
import { changeTeam } from "../change.js";
import { archive, type ArchiveJob } from "./archive.js";
import { folderMetadata, isNamespaceId, lockTeamFolder, type TeamFolder } from "./folder.js";
import { isFolderName } from "./name.js";
import { removeForGood } from "./remove.js";

type Handlers = Pick<
  TeamHandlers<Caller>,
  | "teamFolderActivate"
  | "teamFolderArchive"
  | "teamFolderArchiveCheck"
  | "teamFolderCreate"
  | "teamFolderGetInfo"
  | "teamFolderList"
  | "teamFolderPermanentlyDelete"
  | "teamFolderRename"
>;

/** The largest list that anybody gets: nothing would say that there are more. */
const longestList = 1_000;

/** Answers for the folders that a team owns. */
export function teamFolderHandlers(backend: Backend): Handlers {
  const { database } = backend;
  return {
    teamFolderCreate: ({ name }, { teamId }) =>
      changeTeam(backend, teamId, async ({ queries, now }) => {
        if (!(await hasTeamFolders(queries, teamId))) {
          throw routeError(teamFolderCreate, "other");
        }
        if (!isFolderName(name)) {
          throw routeError(teamFolderCreate, "invalid_folder_name");
        }
        const folder = await queries.first<TeamFolder>(sql`
          insert into namespace (kind, team_id, name, name_key, status, created)
          values ('team', ${teamId}, ${name}, ${folded(name)}, 'active', ${now})
          on conflict (team_id, name_key) where kind = 'team' do nothing
          returning id, team_id, name, status`);
        if (folder === undefined) {
          throw routeError(teamFolderCreate, "folder_name_already_used");
        }
        return folderMetadata(folder);
      }),

    teamFolderRename: ({ team_folder_id, name }, { teamId }) =>
      changeTeam(backend, teamId, async ({ queries }) => {
        const folder = await managed(queries, teamId, team_folder_id);
        if (typeof folder === "string") {
          throw routeError(teamFolderRename, { ".tag": "access_error", access_error: folder });
        }
        if (folder.status === "archived") {
          throw routeError(teamFolderRename, "other");
        }
        if (!isFolderName(name)) {
          throw routeError(teamFolderRename, "invalid_folder_name");
        }
        const key = folded(name);
        const isUsed = await queries.first(
          sql`select from namespace where kind = 'team' and team_id = ${teamId} and name_key = ${key} and id <> ${folder.id}`,
        );
        if (isUsed !== undefined) {
          throw routeError(teamFolderRename, "folder_name_already_used");
        }
        await queries.run(sql`update namespace set name = ${name}, name_key = ${key} where id = ${folder.id}`);
        return folderMetadata({ ...folder, name });
      }),

    teamFolderActivate: ({ team_folder_id }, { teamId }) =>
      changeTeam(backend, teamId, async ({ queries }) => {
        const folder = await inStatus(queries, teamId, team_folder_id, "archived");
        if (".tag" in folder) {
          throw routeError(teamFolderActivate, folder);
        }
        await queries.run(sql`update namespace set status = 'active' where id = ${folder.id}`);
        return folderMetadata({ ...folder, status: "active" });
      }),

    teamFolderPermanentlyDelete: ({ team_folder_id }, { teamId }) =>
      changeTeam(backend, teamId, async ({ queries }) => {
        const folder = await inStatus(queries, teamId, team_folder_id, "archived");
        if (".tag" in folder) {
          throw routeError(teamFolderPermanentlyDelete, folder);
        }
        await removeForGood(queries, folder.id);
      }),

    teamFolderArchive: ({ team_folder_id, force_async_off }, caller) =>
      changeTeam(backend, caller.teamId, async ({ queries, now }) => {
        await lockWhereMounted(queries, caller.teamId, team_folder_id);
        const folder = await inStatus(queries, caller.teamId, team_folder_id, "active");
        if (".tag" in folder) {
          throw routeError(teamFolderArchive, folder);
        }
        // Where members have to be taken out it may take a while.
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

    async teamFolderGetInfo({ team_folder_ids }, { teamId }) {
      if (!(await hasTeamFolders(database, teamId))) {
        throw badRequest("The team has no improved team folders.");
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
      if (limit === 0) {
        throw badRequest('"limit" must be at least 1.');
      }
      if (!(await hasTeamFolders(database, teamId))) {
        throw routeError(teamFolderList, { ".tag": "access_error", access_error: "no_access" });
      }
      const folders = await database.all<TeamFolder>(sql`
        select id, team_id, name, status from namespace where kind = 'team' and team_id = ${teamId}
        order by name_key limit ${Math.min(limit, longestList)}`);
      return { team_folders: folders.map(folderMetadata) };
    },
  };
}

/** The team's folder with an id, locked; what is wrong if the team has none like that (B-233, B-236). */
async function managed(
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

/** The team's folder with an id, locked and in that status; the error if there is none (B-231). */
async function inStatus(
  queries: Queries,
  teamId: string,
  id: string,
  status: TeamFolder["status"],
): Promise<TeamFolder | Extract<TeamFolderArchiveErrorInput, object>> {
  const folder = await managed(queries, teamId, id);
  if (typeof folder === "string") {
    return { ".tag": "access_error", access_error: folder };
  }
  return folder.status === status ? folder : { ".tag": "status_error", status_error: folder.status };
}

/** Locks a folder of the team with all homes where it is mounted, if the id is that of one. */
async function lockWhereMounted(queries: Queries, teamId: string, id: string): Promise<void> {
  const namespace = isNamespaceId(id) ? Number(id) : 0;
  const own = await queries.first(
    sql`select from namespace where id = ${namespace} and kind = 'team' and team_id = ${teamId}`,
  );
  if (own !== undefined) {
    await lockWithMounts(queries, namespace);
  }
}

/** Whether a team has improved team folders; others cannot use these calls. */
async function hasTeamFolders(queries: Queries, teamId: string): Promise<boolean> {
  return (await queries.first(sql`select from team where id = ${teamId} and has_team_folders`)) !== undefined;
}

async function hasMembers(queries: Queries, namespaceId: number): Promise<boolean> {
  const members = sql`select from namespace_member where namespace_id = ${namespaceId} limit 1`;
  return (await queries.first(members)) !== undefined;
}
