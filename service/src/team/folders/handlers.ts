import { badCall, routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  teamFolderActivate,
  teamFolderCreate,
  teamFolderGetInfo,
  teamFolderList,
  teamFolderPermanentlyDelete,
  teamFolderRename,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { nameKey } from "../../fold-case.js";
import { changeTeam } from "../change.js";
import { pageSize } from "../page.js";
import { teamFolderArchiveHandlers } from "./archive.js";
import {
  folderMetadata,
  hasTeamFolders,
  isFolderName,
  isNamespaceId,
  lockInStatus,
  lockOwnTeamFolder,
  type TeamFolder,
} from "./folder.js";

type Handlers = Pick<TeamHandlers<Caller>, keyof TeamHandlers<Caller> & `teamFolder${string}`>;

/** Returns the handlers of the routes about team folders. */
export function teamFolderHandlers(backend: Backend): Handlers {
  return {
    ...teamFolderListHandlers(backend),
    ...teamFolderCreateHandlers(backend),
    ...teamFolderRenameHandlers(backend),
    ...teamFolderArchiveHandlers(backend),
    ...teamFolderActivateAndDeleteHandlers(backend),
  };
}

/** Returns the handlers that list team folders. */
function teamFolderListHandlers({
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
        const folder = folders.find((candidate) => String(candidate.id) === id);
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

/** Returns the handler that creates team folders. New folders have no members. */
function teamFolderCreateHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "teamFolderCreate"> {
  return {
    teamFolderCreate: ({ name }, caller) =>
      changeTeam(database, clock, caller, async ({ queries, now }) => {
        const { teamId } = caller;
        if (!(await hasTeamFolders(queries, teamId))) {
          throw routeError(teamFolderCreate, "other", "The team does not have improved team folders.");
        }
        if (!isFolderName(name)) {
          throw routeError(teamFolderCreate, "invalid_folder_name");
        }
        const folder = await queries.first<TeamFolder>(sql`
          insert into namespace (kind, team_id, name, name_key, status, created)
          values ('team', ${teamId}, ${name}, ${nameKey(name)}, 'active', ${now})
          on conflict (team_id, name_key) where kind = 'team' do nothing
          returning id, team_id, name, status`);
        if (folder === undefined) {
          throw routeError(teamFolderCreate, "folder_name_already_used");
        }
        return folderMetadata(folder);
      }),
  };
}

/** Returns the handler that renames team folders. */
function teamFolderRenameHandlers({ database, clock }: Backend): Pick<TeamHandlers<Caller>, "teamFolderRename"> {
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

/** Returns the handlers that activate and delete archived team folders. */
function teamFolderActivateAndDeleteHandlers({
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

/** Deletes a locked, unmounted namespace and all its items and revisions. */
async function removeForGood(queries: Queries, namespaceId: number): Promise<void> {
  await queries.run(sql`delete from revision where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from tombstone where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from item where namespace_id = ${namespaceId}`);
  await queries.run(sql`delete from namespace where id = ${namespaceId}`);
}
