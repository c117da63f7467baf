import { routeError, type TeamHandlers } from "cloud-storage-api/server";
import {
  devicesListMemberDevices,
  devicesListMembersDevices,
  devicesRevokeDeviceSession,
  type ListMembersDevicesArg,
  type ListMembersDevicesResult,
} from "cloud-storage-api/team";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { memberPage } from "../member-pages.js";
import { isMember } from "../members/is-member.js";
import { revokeSession } from "./revoke.js";
import { findSessions } from "./sessions.js";

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
