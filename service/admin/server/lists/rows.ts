import type { team } from "cloud-storage-api";

/** A session of a member on a device. */
export interface DeviceRow {
  readonly session_id: string;
  readonly team_member_id: string;
  /** The name of the member. */
  readonly member: string;
  readonly kind: team.RevokeDeviceSessionArg[".tag"];
  /** The name of the device, such as `Firefox` or the name of a computer. */
  readonly name: string;
  /** The platform. */
  readonly system: string;
  readonly country: string | undefined;
  readonly ip_address: string | undefined;
  /** When it was last used, as a timestamp. */
  readonly updated: string | undefined;
}

/** An app that a member has linked. */
export interface AppRow {
  readonly team_member_id: string;
  /** The name of the member. */
  readonly member: string;
  readonly app: team.ApiApp;
}

/** The lists of the console, and the types of their rows. */
export interface ListRows {
  readonly members: team.TeamMemberInfo;
  readonly groups: team.GroupSummary;
  readonly "group-members": team.GroupMemberInfo;
  readonly folders: team.TeamFolderMetadata;
  readonly devices: DeviceRow;
  readonly apps: AppRow;
}

export type ListName = keyof ListRows;

/** The names of the columns by which each list can be sorted. */
export interface ListSorts extends Record<ListName, string> {
  readonly members: "name" | "email" | "role" | "status";
  readonly groups: "name" | "members" | "management";
  readonly "group-members": "name" | "email" | "access";
  readonly folders: "name" | "status";
  readonly devices: "member" | "device" | "kind" | "seen";
  readonly apps: "member" | "app" | "publisher" | "linked";
}

/** One page of the rows that match a query. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** The number of the page, counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** The number of rows that match the query, and of all rows; undefined if the list is too long to be filtered and sorted. */
  readonly counts: { readonly matches: number; readonly total: number } | undefined;
  /** Whether there is another page. */
  readonly hasMore: boolean;
  /** Whether the list can be searched: if it is too long, for the exact email address or external id of a member. */
  readonly canSearch: boolean;
  /** When the rows were loaded from the service, in milliseconds since the epoch. */
  readonly loaded: number;
}

/*
 * The names of the values of the API in lists and CSV files.
 */

export const roleNames: Readonly<Record<team.AdminTier[".tag"], string>> = {
  team_admin: "Team admin",
  user_management_admin: "User management admin",
  support_admin: "Support admin",
  member_only: "Member",
};

export const memberStatuses: Readonly<Record<team.TeamMemberStatus[".tag"], string>> = {
  active: "Active",
  invited: "Invited",
  suspended: "Suspended",
  removed: "Removed",
};

export const accessNames: Readonly<Record<team.GroupAccessType[".tag"], string>> = {
  member: "Member",
  owner: "Owner",
};

/** Management of a group to the name of those who manage it. */
export const managementNames: Readonly<Record<team.GroupManagementType[".tag"], string>> = {
  company_managed: "Team admins",
  user_managed: "Its owners",
};

export const folderStatuses: Readonly<Record<team.TeamFolderStatus[".tag"], string>> = {
  active: "Active",
  archived: "Archived",
};

export const deviceKinds: Readonly<Record<DeviceRow["kind"], string>> = {
  web_session: "Browser",
  desktop_client: "Computer",
  mobile_client: "Phone or tablet",
};

/** Returns whether an app only has access to its own folder, to what it has access to. */
export function appAccess({ is_app_folder }: team.ApiApp): string {
  return is_app_folder ? "Its own folder" : "All files";
}
