import type { TwinModel } from "../../generated/src/testing/index.js";

interface FileArg {
  readonly path: string;
  readonly to_path: string;
}

/** Files, file requests and templates of the public API, whose package tests load without its types. */
export const dropboxModel: TwinModel = {
  file: {
    type: "files.FileMetadata",
    key: "path_lower",
    normalize: (path) => path.toLowerCase(),
    content: true,
    create: [
      { route: "files/upload", by: "path", derive: (_: never, arg: FileArg) => named(arg.path) },
      {
        route: "files/upload_session/finish",
        by: "commit.path",
        derive: (_: never, { commit }: { commit: FileArg }) => named(commit.path),
      },
    ],
    get: [
      { route: "files/get_metadata", by: "path", missing: "path/not_found" },
      { route: "files/download", by: "path", missing: "path/not_found" },
    ],
    update: {
      route: "files/move:2",
      by: "from_path",
      missing: "from_lookup/not_found",
      derive: (_: never, arg: FileArg) => named(arg.to_path),
    },
    list: {
      route: "files/list_folder",
      filter: (file: { path_lower: string }, { path }: FileArg) => file.path_lower.startsWith(`${path}/`),
      order: "path_lower",
    },
    remove: [
      { route: "files/delete:2", by: "path", missing: "path_lookup/not_found" },
      { route: "files/delete_batch", by: "entries.path", missing: "path_lookup/not_found" },
    ],
  },
  fileRequest: {
    type: "file_requests.FileRequest",
    key: "id",
    create: { route: "file_requests/create" },
    get: { route: "file_requests/get", missing: "not_found" },
    update: { route: "file_requests/update", missing: "not_found" },
    list: { route: "file_requests/list:2" },
    remove: { route: "file_requests/delete", by: "ids", missing: "not_found" },
  },
  template: {
    type: "file_properties.GetTemplateResult",
    key: { outside: "template_id" },
    create: { route: "file_properties/templates/add_for_user" },
    get: { route: "file_properties/templates/get_for_user", missing: "template_not_found" },
    update: {
      route: "file_properties/templates/update_for_user",
      missing: "template_not_found",
      derive: (template: { name: string }, arg: { name?: string }) => ({ name: arg.name ?? template.name }),
    },
    list: { route: "file_properties/templates/list_for_user", at: "template_ids" },
    remove: { route: "file_properties/templates/remove_for_user", missing: "template_not_found" },
  },
};

function named(path: string): object {
  return { name: path.split("/").at(-1), path_display: path, path_lower: path.toLowerCase() };
}
