import type { team } from "cloud-storage-api";
import type { DeviceRow } from "./rows.js";

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
