import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  linkedAppsListMemberLinkedApps,
  linkedAppsListMembersLinkedApps,
  linkedAppsRevokeLinkedApp,
  type ListMembersAppsArg,
  type ListMembersAppsResult,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { memberPage } from "../member-pages.js";
import { isMember } from "../members/is-member.js";
import { findLinkedApps } from "./apps.js";
import { revokeApp } from "./revoke.js";

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
