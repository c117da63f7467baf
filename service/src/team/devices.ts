import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  type ActiveWebSession,
  type DesktopClientSession,
  devicesListMemberDevices,
  devicesListMembersDevices,
  devicesRevokeDeviceSession,
  type ListMembersDevicesArg,
  type ListMembersDevicesResult,
  type MobileClientSession,
  type RevokeDeviceSessionArg,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import { nameActor, toActor } from "../access/audit.js";
import type { Caller, TeamCaller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import type { Database, Queries } from "../database/database.js";
import { isMember } from "./members/member.js";
import { memberPage } from "./page.js";

type Handlers = Pick<
  TeamHandlers<Caller>,
  | "devicesListMemberDevices"
  | "devicesListMembersDevices"
  | "devicesListTeamDevices"
  | "devicesRevokeDeviceSession"
  | "devicesRevokeDeviceSessionBatch"
>;

/** Returns the handlers of the routes about devices. */
export function deviceHandlers({ database, cursors, settings: { membersPerPage } }: Backend): Handlers {
  const list = async (arg: ListMembersDevicesArg, teamId: string): Promise<ListMembersDevicesResult> => {
    const condition = sql`exists (select from device_session where member_id = member.id and not is_revoked)`;
    const members = { name: "team/devices", condition, membersPerPage };
    const page = await memberPage(database, cursors, members, teamId, arg.cursor);
    if (page === undefined) {
      throw routeError(devicesListMembersDevices, "reset");
    }
    const { memberIds, has_more, cursor } = page;
    const sessions = await findSessions(database, memberIds, arg);
    const devices = memberIds.map((team_member_id) => {
      const { web: web_sessions, desktop: desktop_clients, mobile: mobile_clients } = sessions(team_member_id);
      return { team_member_id, web_sessions, desktop_clients, mobile_clients };
    });
    return { devices, has_more, cursor };
  };
  return {
    async devicesListMemberDevices({ team_member_id, ...selection }, { teamId }) {
      if (!(await isMember(database, teamId, team_member_id))) {
        throw routeError(devicesListMemberDevices, "member_not_found");
      }
      const { web, desktop, mobile } = (await findSessions(database, [team_member_id], selection))(team_member_id);
      return { active_web_sessions: web, desktop_client_sessions: desktop, mobile_client_sessions: mobile };
    },
    devicesListMembersDevices: (arg, { teamId }) => list(arg, teamId),
    devicesListTeamDevices: (arg, { teamId }) => list(arg, teamId),
    async devicesRevokeDeviceSession(arg, caller) {
      const problem = await revokeSession(database, caller, arg);
      if (problem !== undefined) {
        throw routeError(devicesRevokeDeviceSession, problem);
      }
    },
    async devicesRevokeDeviceSessionBatch({ revoke_devices }, caller) {
      const revoke_devices_status = [];
      for (const arg of revoke_devices) {
        const error_type = await revokeSession(database, caller, arg);
        revoke_devices_status.push({ success: error_type === undefined, error_type });
      }
      return { revoke_devices_status };
    },
  };
}

/**
 * Ends a device session of a member. Returns the error if that is impossible. The client deletes its data when it is next online,
 * if the argument requests this and the client supports it (B-141).
 */
async function revokeSession(
  database: Database,
  caller: TeamCaller,
  arg: RevokeDeviceSessionArg,
): Promise<"member_not_found" | "device_session_not_found" | undefined> {
  if (!(await isMember(database, caller.teamId, arg.team_member_id))) {
    return "member_not_found";
  }
  const kind = deviceKind(arg);
  const isToBeWiped = arg[".tag"] === "desktop_client" && arg.delete_on_unlink;
  const revoked = await database.transaction(async (queries) => {
    await nameActor(queries, toActor(caller));
    return queries.run(sql`
      update device_session
      set is_revoked = true,
          is_to_be_wiped = is_to_be_wiped
            or (${isToBeWiped}::boolean and coalesce((info->>'is_delete_on_unlink_supported')::boolean, false))
      where id = ${arg.session_id} and member_id = ${arg.team_member_id} and kind = ${kind} and not is_revoked`);
  });
  return revoked === 0 ? "device_session_not_found" : undefined;
}

function deviceKind(arg: RevokeDeviceSessionArg): "web" | "desktop" | "mobile" {
  switch (arg[".tag"]) {
    case "web_session":
      return "web";
    case "desktop_client":
      return "desktop";
    case "mobile_client":
      return "mobile";
  }
}

/** The requested kinds of sessions. */
interface WantedSessions {
  readonly include_web_sessions: boolean;
  readonly include_desktop_clients: boolean;
  readonly include_mobile_clients: boolean;
}

/** The sessions of a member by kind; undefined for kinds that were not requested (B-134). */
interface Sessions {
  readonly web: ActiveWebSession[] | undefined;
  readonly desktop: DesktopClientSession[] | undefined;
  readonly mobile: MobileClientSession[] | undefined;
}

/** Loads the open sessions of members. Returns a function that returns those of a member. */
async function findSessions(
  queries: Queries,
  memberIds: readonly string[],
  selection: WantedSessions,
): Promise<(memberId: string) => Sessions> {
  const rows = await queries.all<{ member_id: string; kind: string; session: never }>(sql`
    select member_id, kind, jsonb_build_object('session_id', id) || info as session
    from device_session where member_id = any(${memberIds}) and not is_revoked
    order by number`);
  return (memberId) => {
    const ofKind = (kind: string, isWanted: boolean): never[] | undefined =>
      isWanted
        ? rows.filter((row) => row.member_id === memberId && row.kind === kind).map(({ session }) => session)
        : undefined;
    return {
      web: ofKind("web", selection.include_web_sessions),
      desktop: ofKind("desktop", selection.include_desktop_clients),
      mobile: ofKind("mobile", selection.include_mobile_clients),
    };
  };
}

/** Marks all devices of a member, so that they delete their data when they are next online (B-143). */
export async function wipeDevices(queries: Queries, memberId: string): Promise<void> {
  await queries.run(
    sql`update device_session set is_to_be_wiped = true where member_id = ${memberId} and not is_revoked`,
  );
}
