import type { FileMetadataInput, FolderMetadataInput, MetadataDeleted, MetadataInput } from "cloud-storage-api/files";
import { utc } from "../clock.js";
import type { FileItem, FolderItem, MountItem } from "./tree/item.js";
import type { LocatedItem } from "./tree/locate.js";
import { pathKey } from "./tree/path.js";
import { displayPath, type View } from "./tree/reach.js";

/** Details that are returned only on request. */
interface Details {
  readonly include_media_info: boolean;
  readonly include_has_explicit_shared_members: boolean;
}

/**
 * The details in the result of a call that has written an item: media info is included, explicit members are not, because they
 * cannot be requested there (B-125).
 */
const afterWriting: Details = { include_media_info: true, include_has_explicit_shared_members: false };

/** Returns the metadata of an item. */
export function toMetadata({ view, item }: LocatedItem, details = afterWriting): MetadataInput {
  return item.kind === "file"
    ? { ".tag": "file", ...fileMetadata({ view, item }, details) }
    : { ".tag": "folder", ...folderMetadata({ view, item }) };
}

/** Returns the metadata of a file. */
export function fileMetadata({ view, item }: LocatedItem<FileItem>, details = afterWriting): FileMetadataInput {
  return {
    name: item.name,
    ...displayPaths(view, item.path),
    ...parentSharedFolder(view),
    id: item.id,
    client_modified: utc(item.client_modified),
    server_modified: utc(item.server_modified),
    rev: item.rev,
    size: item.size,
    media_info: details.include_media_info ? (item.media_info ?? undefined) : undefined,
    sharing_info:
      view.kind === "home"
        ? undefined
        : {
            read_only: view.isReadOnly,
            parent_shared_folder_id: String(view.namespace),
            modified_by: item.modifier ?? undefined,
          },
    property_groups: item.property_groups ?? undefined,
    has_explicit_shared_members: details.include_has_explicit_shared_members ? item.has_explicit_members : undefined,
  };
}

/** Returns the metadata of a folder or a mount. */
export function folderMetadata({ view, item }: LocatedItem<FolderItem | MountItem>): FolderMetadataInput {
  const shared = item.kind === "mount" ? String(item.target) : undefined;
  return {
    name: item.name,
    ...displayPaths(view, item.path),
    ...parentSharedFolder(view),
    id: item.id,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- older clients do not know sharing_info (B-261)
    shared_folder_id: shared,
    sharing_info: sharingInfo(view, item),
    property_groups: item.property_groups ?? undefined,
  };
}

function sharingInfo(view: View, item: FolderItem | MountItem): FolderMetadataInput["sharing_info"] {
  if (item.kind === "mount") {
    return { read_only: item.is_read_only ?? false, shared_folder_id: String(item.target) };
  }
  return view.kind === "home"
    ? undefined
    : { read_only: view.isReadOnly, parent_shared_folder_id: String(view.namespace) };
}

/** Returns the metadata of a deleted item. */
export function deletedMetadata(view: View, { name, path }: { name: string; path: string }): MetadataDeleted {
  return { ".tag": "deleted", name, ...displayPaths(view, path), ...parentSharedFolder(view) };
}

/** Returns the paths of an item; both are undefined if its namespace is not mounted (B-035). */
function displayPaths(view: View, path: string): { path_display: string | undefined; path_lower: string | undefined } {
  const display = displayPath(view, path);
  return { path_display: display, path_lower: display === undefined ? undefined : pathKey(display) };
}

/** Returns the field that precedes `sharing_info`, which is deprecated (B-123). */
function parentSharedFolder({ kind, namespace }: View): { parent_shared_folder_id: string | undefined } {
  return { parent_shared_folder_id: kind === "home" ? undefined : String(namespace) };
}
