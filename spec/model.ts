import { defineModel } from "cloud-storage-api/testing";

const unknownFolder = "access_error/invalid_team_folder_id";

/** The sample model of the API of `spec/`: team folders, groups, files and folders. */
export const model = defineModel({
  teamFolder: {
    type: "team.TeamFolderMetadata",
    key: "team_folder_id",
    create: { route: "team/team_folder/create", set: { status: { ".tag": "active" } } },
    get: { route: "team/team_folder/get_info", by: "team_folder_ids" },
    update: [
      { route: "team/team_folder/rename", missing: unknownFolder },
      { route: "team/team_folder/activate", missing: unknownFolder, set: { status: { ".tag": "active" } } },
    ],
    list: { route: "team/team_folder/list", order: "name" },
    remove: [
      { route: "team/team_folder/archive", missing: unknownFolder, set: { status: { ".tag": "archived" } } },
      { route: "team/team_folder/permanently_delete", missing: unknownFolder },
    ],
  },
  group: {
    type: "team.GroupFullInfo",
    key: "group_id",
    create: {
      route: "team/groups/create",
      derive: (_, arg, now) => ({
        created: now.getTime(),
        group_external_id: textOrNothing(arg.group_external_id),
        group_management_type: arg.group_management_type ?? ({ ".tag": "company_managed" } as const),
        member_count: 0,
        members: [],
      }),
    },
    get: { route: "team/groups/get_info", by: "group_ids" },
    update: {
      route: "team/groups/update",
      by: "group",
      missing: "group_not_found",
      derive: (group, arg) => ({
        group_name: arg.new_group_name ?? group.group_name,
        group_external_id: textOrNothing(arg.new_group_external_id ?? group.group_external_id),
        group_management_type: arg.new_group_management_type ?? group.group_management_type,
      }),
    },
    list: { route: "team/groups/list" },
    remove: { route: "team/groups/delete", missing: "group_not_found" },
  },
  file: {
    type: "files.FileMetadata",
    key: "path_lower",
    normalize: (path) => path.toLowerCase(),
    content: true,
    create: [
      { route: "files/upload", by: "path", derive: (_, { path }) => named(path) },
      { route: "files/upload_session/finish", by: "commit.path", derive: (_, { commit }) => named(commit.path) },
    ],
    get: [
      { route: "files/get_metadata", by: "path", missing: "path/not_found" },
      { route: "files/download", by: "path", missing: "path/not_found" },
    ],
    update: [
      { route: "files/upload", by: "path" },
      { route: "files/upload_session/finish", by: "commit.path" },
      {
        route: "files/move",
        by: "from_path",
        missing: "from_lookup/not_found",
        exists: "to/conflict/file",
        derive: (_, { to_path }) => named(to_path),
      },
    ],
    list: { route: "files/list_folder", order: "path_lower" },
    remove: { route: "files/delete", by: "path", missing: "path_lookup/not_found" },
  },
  folder: {
    type: "files.FolderMetadata",
    key: "path_lower",
    normalize: (path) => path.toLowerCase(),
    create: {
      route: "files/create_folder",
      by: "path",
      exists: "path/conflict/folder",
      derive: (_, { path }) => named(path),
    },
    get: { route: "files/get_metadata", by: "path", missing: "path/not_found" },
    update: {
      route: "files/move",
      by: "from_path",
      missing: "from_lookup/not_found",
      exists: "to/conflict/folder",
      derive: (_, { to_path }) => named(to_path),
    },
    list: { route: "files/list_folder", order: "path_lower" },
    remove: { route: "files/delete", by: "path", missing: "path_lookup/not_found" },
  },
});

function named(path: string): { name: string; path_display: string; path_lower: string } {
  return { name: path.slice(path.lastIndexOf("/") + 1), path_display: path, path_lower: path.toLowerCase() };
}

/** An empty text clears a field. */
function textOrNothing(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
