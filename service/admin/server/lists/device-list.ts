import type { team } from "cloud-storage-api";
import { memberNames } from "./find-members.js";
import { deviceKinds } from "./labels.js";
import { servicePages, type ListKind } from "./list-kind.js";
import type { DeviceRow, ListSorts } from "./rows.js";

/** The devices on which members are logged in. */
export const devices: ListKind<DeviceRow, ListSorts["devices"]> = {
  pages: (team, _of, cursor) =>
    servicePages(team.devicesListMembersDevices({ cursor }), async ({ devices }) => {
      const names = await memberNames(
        team,
        devices.map(({ team_member_id }) => team_member_id),
      );
      return devices.flatMap((each) => deviceRows(each, names));
    }),
  async loadKey(team, team_member_id) {
    const [names, { active_web_sessions, desktop_client_sessions, mobile_client_sessions }] = await Promise.all([
      memberNames(team, [team_member_id]),
      team.devicesListMemberDevices({ team_member_id }),
    ]);
    const devices = {
      team_member_id,
      web_sessions: active_web_sessions,
      desktop_clients: desktop_client_sessions,
      mobile_clients: mobile_client_sessions,
    };
    return deviceRows(devices, names);
  },
  key: ({ team_member_id }) => team_member_id,
  isOfMembers: true,
  texts: ({ member, name, system, country = "", ip_address = "" }) => [member, name, system, country, ip_address],
  sorts: {
    member: ({ member }) => member,
    device: ({ name }) => name,
    kind: ({ kind }) => kind,
    seen: ({ updated = "" }) => updated,
  },
  csv: {
    Member: ({ member }) => member,
    Device: ({ name }) => name,
    System: ({ system }) => system,
    Kind: ({ kind }) => deviceKinds[kind],
    Country: ({ country }) => country,
    "IP address": ({ ip_address }) => ip_address,
    "Last seen": ({ updated }) => updated,
    "Member ID": ({ team_member_id }) => team_member_id,
  },
  filters: { kind: ({ kind }) => kind },
};

function deviceRows(
  { team_member_id, web_sessions = [], desktop_clients = [], mobile_clients = [] }: team.MemberDevices,
  names: ReadonlyMap<string, string>,
): DeviceRow[] {
  const common = ({ session_id, country, ip_address, updated }: team.DeviceSession) => ({
    session_id,
    team_member_id,
    member: names.get(team_member_id) ?? "Unknown member",
    country,
    ip_address,
    updated,
  });
  return [
    ...web_sessions.map((session) => ({
      ...common(session),
      kind: "web_session" as const,
      name: session.browser,
      system: session.os,
    })),
    ...desktop_clients.map((session) => ({
      ...common(session),
      kind: "desktop_client" as const,
      name: session.host_name,
      system: session.platform,
    })),
    ...mobile_clients.map((session) => ({
      ...common(session),
      kind: "mobile_client" as const,
      name: session.device_name,
      system: session.os_version ?? mobilePlatforms[session.client_type[".tag"]],
    })),
  ];
}

const mobilePlatforms = {
  iphone: "iPhone",
  ipad: "iPad",
  android: "Android",
  windows_phone: "Windows Phone",
  blackberry: "BlackBerry",
} as const satisfies Record<team.MobileClientPlatform[".tag"], string>;
