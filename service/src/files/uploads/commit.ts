import type { CommitInfo, WriteErrorInput } from "cloud-storage-api/files";
import { checkSpace } from "../tree/change.js";
import type { Fail } from "../tree/fail.js";
import type { FileItem, Item } from "../tree/item.js";
import type { Found } from "../tree/locate.js";
import type { Reach } from "../tree/reach.js";
import { saveFile, replacedSize, type StoredContent } from "../tree/save-file.js";
import { findTarget, findFreePlace, type Renaming } from "../tree/target.js";

/**
 * Saves uploaded content as `info` requests. The namespaces must be locked. The field `mute`, which suppresses notifications
 * on the devices of the user, has no effect, because this service does not send any.
 */
export async function commit(
  reach: Reach,
  info: CommitInfo,
  stored: StoredContent,
  fail: Fail<WriteErrorInput>,
): Promise<Found<FileItem>> {
  const requestedTarget = await findTarget(reach, info.path, fail);
  const { occupant, view } = requestedTarget;
  if (occupant?.kind === "file" && occupant.content === stored.content) {
    return { view, item: occupant };
  }
  const target =
    occupant !== undefined && mayReplace(occupant, info)
      ? requestedTarget
      : await findFreePlace(reach.queries, requestedTarget, renamingMode(info), fail);
  await checkSpace(reach.queries, view.namespace, stored.size - replacedSize(target), fail);
  const clientModified = info.client_modified === undefined ? reach.now : new Date(info.client_modified);
  return saveFile(reach, target, stored, clientModified);
}

function mayReplace(occupant: Item, { mode }: CommitInfo): boolean {
  switch (mode[".tag"]) {
    case "add":
      return false;
    case "overwrite":
      return occupant.kind === "file";
    case "update":
      return occupant.kind === "file" && occupant.rev === mode.update;
  }
}

function renamingMode({ autorename, mode }: CommitInfo): Renaming {
  return { isFile: true, mayRename: autorename, word: mode[".tag"] === "update" ? "conflicted copy" : undefined };
}
