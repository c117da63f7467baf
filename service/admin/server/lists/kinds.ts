import type { team } from "cloud-storage-api";
import { findMembers, memberNames } from "./find-members.js";
import { type ListKind, servicePages } from "./list-kind.js";
import {
  accessNames,
  appAccess,
  type AppRow,
  deviceKinds,
  type DeviceRow,
  folderStatuses,
  type ListSorts,
  managementNames,
  memberStatuses,
  roleNames,
} from "./rows.js";

const roleOrder = ["team_admin", "user_management_admin", "support_admin", "member_only"];
const statusOrder = ["active", "invited", "suspended", "removed"];

/** The members of the team, including removed ones. */
export const members: ListKind<team.TeamMemberInfo, ListSorts["members"]> = {
  pages: (team, _of, cursor) =>
    servicePages(
      cursor === undefined ? team.membersList({ include_removed: true }) : team.membersListContinue({ cursor }),
      ({ members }) => members,
    ),
  loadKey: (team, team_member_id) => findMembers(team, [{ ".tag": "team_member_id", team_member_id }]),
  key: ({ profile }) => profile.team_member_id,
  isOfMembers: true,
  texts: ({ profile }) => [profile.name.display_name, profile.external_id ?? ""],
  email: ({ profile }) => profile.email,
  sorts: {
    name: ({ profile }) => profile.name.display_name,
    email: ({ profile }) => profile.email,
    role: ({ role }) => roleOrder.indexOf(role[".tag"]),
    status: ({ profile }) => statusOrder.indexOf(profile.status[".tag"]),
  },
  csv: {
    Name: ({ profile }) => profile.name.display_name,
    Email: ({ profile }) => profile.email,
    Role: ({ role }) => roleNames[role[".tag"]],
    Status: ({ profile }) => memberStatuses[profile.status[".tag"]],
    "Given name": ({ profile }) => profile.name.given_name,
    Surname: ({ profile }) => profile.name.surname,
    "External ID": ({ profile }) => profile.external_id,
    "Member ID": ({ profile }) => profile.team_member_id,
  },
  filters: {
    role: ({ role }) => role[".tag"],
    status: ({ profile }) => profile.status[".tag"],
  },
};

/** The members of the group whose id is `of`. */
export const groupMembers: ListKind<team.GroupMemberInfo, ListSorts["group-members"]> = {
  pages: (team, group_id, cursor) =>
    servicePages(
      cursor === undefined
        ? team.groupsMembersList({ group: { ".tag": "group_id", group_id } })
        : team.groupsMembersListContinue({ cursor }),
      ({ members }) => members,
    ),
  async loadKey(team, key, group_id) {
    const [member] = await findMembers(team, [{ ".tag": "team_member_id", team_member_id: key }]);
    if (member?.profile.groups.includes(group_id) === true) {
      // The API has no call for the access of one member.
      for await (const { rows } of groupMembers.pages(team, group_id)) {
        const keyRows = rows.filter(({ profile }) => profile.team_member_id === key);
        if (keyRows.length > 0) {
          return keyRows;
        }
      }
    }
    return [];
  },
  key: ({ profile }) => profile.team_member_id,
  isOfMembers: true,
  texts: ({ profile }) => [profile.name.display_name],
  email: ({ profile }) => profile.email,
  sorts: {
    name: ({ profile }) => profile.name.display_name,
    email: ({ profile }) => profile.email,
    access: ({ access_type }) => access_type[".tag"],
  },
  csv: {
    Name: ({ profile }) => profile.name.display_name,
    Email: ({ profile }) => profile.email,
    Access: ({ access_type }) => accessNames[access_type[".tag"]],
    Status: ({ profile }) => memberStatuses[profile.status[".tag"]],
    "Member ID": ({ profile }) => profile.team_member_id,
  },
  filters: { access: ({ access_type }) => access_type[".tag"] },
};

/** The groups of the team. */
export const groups: ListKind<team.GroupSummary, ListSorts["groups"]> = {
  pages: (team, _of, cursor) =>
    servicePages(
      cursor === undefined ? team.groupsList() : team.groupsListContinue({ cursor }),
      ({ groups }) => groups,
    ),
  async loadKey(team, group_id) {
    const items = await team.groupsGetInfo({ ".tag": "group_ids", group_ids: [group_id] });
    return items.flatMap((item) => (item[".tag"] === "group_info" ? [item] : []));
  },
  key: ({ group_id }) => group_id,
  isOfMembers: false,
  texts: ({ group_name, group_external_id = "" }) => [group_name, group_external_id],
  sorts: {
    name: ({ group_name }) => group_name,
    members: ({ member_count = 0 }) => member_count,
    management: ({ group_management_type }) => group_management_type[".tag"],
  },
  csv: {
    Name: ({ group_name }) => group_name,
    Members: ({ member_count = 0 }) => member_count,
    "Managed by": ({ group_management_type }) => managementNames[group_management_type[".tag"]],
    "External ID": ({ group_external_id }) => group_external_id,
    "Group ID": ({ group_id }) => group_id,
  },
  filters: { management: ({ group_management_type }) => group_management_type[".tag"] },
};

/** The largest number of team folders that the API lists: `team_folder/list` has no cursor. */
const maxFolders = 2 ** 32 - 1;

/** The team folders. */
export const folders: ListKind<team.TeamFolderMetadata, ListSorts["folders"]> = {
  async *pages(team) {
    const { team_folders } = await team.teamFolderList({ limit: maxFolders });
    yield { rows: team_folders, next: undefined };
  },
  async loadKey(team, team_folder_id) {
    const items = await team.teamFolderGetInfo({ team_folder_ids: [team_folder_id] });
    return items.flatMap((item) => (item[".tag"] === "team_folder_metadata" ? [item] : []));
  },
  key: ({ team_folder_id }) => team_folder_id,
  isOfMembers: false,
  texts: ({ name }) => [name],
  sorts: { name: ({ name }) => name, status: ({ status }) => status[".tag"] },
  csv: {
    Name: ({ name }) => name,
    Status: ({ status }) => folderStatuses[status[".tag"]],
    "Folder ID": ({ team_folder_id }) => team_folder_id,
  },
  filters: { status: ({ status }) => status[".tag"] },
};

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

/** The apps that members have linked. */
export const apps: ListKind<AppRow, ListSorts["apps"]> = {
  pages: (team, _of, cursor) =>
    servicePages(team.linkedAppsListMembersLinkedApps({ cursor }), async ({ apps }) => {
      const names = await memberNames(
        team,
        apps.map(({ team_member_id }) => team_member_id),
      );
      return apps.flatMap(({ team_member_id, linked_api_apps }) =>
        linked_api_apps.map((app) => ({ team_member_id, member: nameIn(names, team_member_id), app })),
      );
    }),
  async loadKey(team, team_member_id) {
    const [names, { linked_api_apps }] = await Promise.all([
      memberNames(team, [team_member_id]),
      team.linkedAppsListMemberLinkedApps({ team_member_id }),
    ]);
    return linked_api_apps.map((app) => ({ team_member_id, member: nameIn(names, team_member_id), app }));
  },
  key: ({ team_member_id }) => team_member_id,
  isOfMembers: true,
  texts: ({ member, app }) => [member, app.app_name, app.publisher ?? ""],
  sorts: {
    member: ({ member }) => member,
    app: ({ app }) => app.app_name,
    publisher: ({ app }) => app.publisher ?? "",
    linked: ({ app }) => app.linked ?? "",
  },
  csv: {
    Member: ({ member }) => member,
    App: ({ app }) => app.app_name,
    Publisher: ({ app }) => app.publisher,
    Access: ({ app }) => appAccess(app),
    Linked: ({ app }) => app.linked,
    "App ID": ({ app }) => app.app_id,
    "Member ID": ({ team_member_id }) => team_member_id,
  },
  filters: {},
};

function nameIn(names: ReadonlyMap<string, string>, memberId: string): string {
  return names.get(memberId) ?? "Unknown member";
}
