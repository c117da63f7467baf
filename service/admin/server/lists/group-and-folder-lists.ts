import type { team } from "cloud-storage-api";
import { folderStatuses, managementNames } from "./labels.js";
import { servicePages, type ListKind } from "./list-kind.js";
import type { ListSorts } from "./rows.js";

/** The groups of the team. */
export const groups: ListKind<team.GroupSummary, ListSorts["groups"]> = {
  pages: (team, _of, cursor) =>
    servicePages(
      cursor === undefined ? team.groupsList() : team.groupsListContinue({ cursor }),
      ({ groups }) => groups,
    ),
  async loadKey(team, group_id) {
    const found = await team.groupsGetInfo({ ".tag": "group_ids", group_ids: [group_id] });
    return found.flatMap((item) => (item[".tag"] === "group_info" ? [item] : []));
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
    const found = await team.teamFolderGetInfo({ team_folder_ids: [team_folder_id] });
    return found.flatMap((item) => (item[".tag"] === "team_folder_metadata" ? [item] : []));
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
