import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  type ApiApp,
  linkedAppsListMemberLinkedApps,
  linkedAppsListMembersLinkedApps,
  linkedAppsRevokeLinkedApp,
  type ListMembersAppsArg,
  type ListMembersAppsResult,
  type RevokeLinkedApiAppArg,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import { nameActor, toActor } from "../access/audit.js";
import type { Caller, TeamCaller } from "../access/caller.js";
import { unlinkAccount } from "../access/links.js";
import type { Backend } from "../backend.js";
import { type Clock, utc } from "../clock.js";
import type { Database, Queries } from "../database/database.js";
import { completeQuietly } from "../files/tree/change.js";
import { deleteItem } from "../files/tree/delete.js";
import { itemColumns, type Item } from "../files/tree/item.js";
import { lockNamespaces } from "../files/tree/lock.js";
import { isMember } from "./members/member.js";
import { memberPage } from "./page.js";

type Handlers = Pick<
  TeamHandlers<Caller>,
  | "linkedAppsListMemberLinkedApps"
  | "linkedAppsListMembersLinkedApps"
  | "linkedAppsListTeamLinkedApps"
  | "linkedAppsRevokeLinkedApp"
  | "linkedAppsRevokeLinkedAppBatch"
>;

/** Returns the handlers of the routes about linked apps. Apps of the team itself are not linked apps (B-172). */
export function linkedAppHandlers({ database, clock, cursors, settings }: Backend): Handlers {
  const { membersPerPage } = settings;
  const list = async ({ cursor: after }: ListMembersAppsArg, teamId: string): Promise<ListMembersAppsResult> => {
    const condition = sql`exists (select from app_link where account_id = member.account_id)`;
    const members = { name: "team/linked_apps", condition, membersPerPage };
    const page = await memberPage(database, cursors, members, teamId, after);
    if (page === undefined) {
      throw routeError(linkedAppsListMembersLinkedApps, "reset");
    }
    const { memberIds, has_more, cursor } = page;
    const apps = await findLinkedApps(database, memberIds);
    const ofMembers = memberIds.map((team_member_id) => ({ team_member_id, linked_api_apps: apps(team_member_id) }));
    return { apps: ofMembers, has_more, cursor };
  };
  return {
    async linkedAppsListMemberLinkedApps({ team_member_id }, { teamId }) {
      if (!(await isMember(database, teamId, team_member_id))) {
        throw routeError(linkedAppsListMemberLinkedApps, "member_not_found");
      }
      return { linked_api_apps: (await findLinkedApps(database, [team_member_id]))(team_member_id) };
    },
    linkedAppsListMembersLinkedApps: (arg, { teamId }) => list(arg, teamId),
    linkedAppsListTeamLinkedApps: (arg, { teamId }) => list(arg, teamId),
    async linkedAppsRevokeLinkedApp(arg, caller) {
      const problem = await revokeApp(database, clock, caller, arg);
      if (problem !== undefined) {
        throw routeError(linkedAppsRevokeLinkedApp, problem);
      }
    },
    async linkedAppsRevokeLinkedAppBatch({ revoke_linked_app }, caller) {
      const revoke_linked_app_status = [];
      for (const arg of revoke_linked_app) {
        const error_type = await revokeApp(database, clock, caller, arg);
        revoke_linked_app_status.push({ success: error_type === undefined, error_type });
      }
      return { revoke_linked_app_status };
    },
  };
}

interface AppRow {
  member_id: string;
  key: string;
  name: string;
  publisher: string | null;
  publisher_url: string | null;
  access: "full" | "app_folder";
  linked: Date;
}

/** Loads the apps that members have linked. Returns a function that returns those of a member, in the order of linking. */
async function findLinkedApps(queries: Queries, memberIds: readonly string[]): Promise<(memberId: string) => ApiApp[]> {
  const rows = await queries.all<AppRow>(sql`
    select member.id as member_id, app.key, app.name, app.publisher, app.publisher_url, app.access, app_link.linked
    from app_link
    join app on app.key = app_link.app_key
    join member on member.account_id = app_link.account_id
    where member.id = any(${memberIds})
    order by app_link.linked, app.key`);
  return (memberId) => rows.filter(({ member_id }) => member_id === memberId).map(toApiApp);
}

function toApiApp({ key, name, publisher, publisher_url, access, linked }: AppRow): ApiApp {
  return {
    app_id: key,
    app_name: name,
    publisher: publisher ?? undefined,
    publisher_url: publisher_url ?? undefined,
    linked: utc(linked),
    is_app_folder: access === "app_folder",
  };
}

/**
 * Unlinks an app from a member, revokes its tokens (B-174), and deletes its folder unless it is to be kept (B-175). Returns
 * the error if that is impossible.
 */
function revokeApp(
  database: Database,
  clock: Clock,
  caller: TeamCaller,
  { app_id, team_member_id, keep_app_folder }: RevokeLinkedApiAppArg,
): Promise<"member_not_found" | "app_not_found" | undefined> {
  return database.transaction(async (queries) => {
    await nameActor(queries, toActor(caller));
    if (!(await isMember(queries, caller.teamId, team_member_id))) {
      return "member_not_found";
    }
    if (!keep_app_folder) {
      await lockHome(queries, team_member_id);
    }
    const member = await queries.first<{ account_id: string }>(
      sql`select account_id from member where id = ${team_member_id}`,
    );
    const link = member && (await unlinkAccount(queries, app_id, member.account_id));
    if (link === undefined) {
      return "app_not_found";
    }
    if (!keep_app_folder && link.folder_id !== null) {
      await deleteFolder(queries, member?.account_id ?? "", link.folder_id, await clock.now(queries));
    }
    return undefined;
  }, caller.teamId);
}

/** Locks a member's storage before the link: the same order as when an app folder is created. */
async function lockHome(queries: Queries, memberId: string): Promise<void> {
  const account = await queries.first<{ home: number }>(
    sql`select home from account join member on member.account_id = account.id where member.id = ${memberId}`,
  );
  await lockNamespaces(queries, account === undefined ? [] : [account.home]);
}

/** Deletes a folder from a locked home. The folder may already have been deleted or moved. */
async function deleteFolder(queries: Queries, accountId: string, folderId: string, now: Date): Promise<void> {
  const folder = await queries.first<Item>(sql`
    select ${itemColumns} from item
    where id = ${folderId} and namespace_id = (select home from account where id = ${accountId})`);
  if (folder !== undefined) {
    await deleteItem(queries, folder, now);
    await completeQuietly(queries, [folder.namespace_id]);
  }
}
