import {
  copy,
  createFolder,
  delete_,
  getMetadata,
  type LookupErrorInput,
  move,
  type WriteErrorInput,
} from "cloud-storage-api/files";
import { type FilesHandlers, routeError } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import { countWrite } from "../access/rate-limits.js";
import type { Backend } from "../backend.js";
import { copyBatchHandlers } from "./copy-batch.js";
import { downloadHandlers, findReadable, temporaryLinkHandlers } from "./download.js";
import { listFolderHandlers } from "./listing/list-folder.js";
import { longpollHandlers } from "./listing/longpoll.js";
import { deletedMetadata, folderMetadata, toMetadata } from "./metadata.js";
import { previewHandlers } from "./previews.js";
import { revisionHandlers } from "./revisions.js";
import { beginChange, completeChange, notifyApps } from "./tree/change.js";
import { copyItem } from "./tree/copy.js";
import { deleteItem, tombstoneAt } from "./tree/delete.js";
import { addFolders, type Fail, type FolderItem, itemAt } from "./tree/item.js";
import { findItem, type LocatedItem, locate } from "./tree/locate.js";
import { withLocked } from "./tree/lock.js";
import { moveItem } from "./tree/move.js";
import { type Reach, readWithReach } from "./tree/reach.js";
import { findFreePlace, findTarget, type Target } from "./tree/target.js";
import { uploadHandlers, uploadSessionHandlers } from "./upload.js";

/** Returns the handlers of the namespace `files`. */
export function filesHandlers(backend: Backend): FilesHandlers<Caller> {
  return {
    ...copyBatchHandlers(backend),
    ...createFolderHandlers(backend),
    ...deleteHandlers(backend),
    ...downloadHandlers(backend),
    ...listFolderHandlers(backend),
    ...longpollHandlers(backend),
    ...metadataHandlers(backend),
    ...previewHandlers(backend),
    ...relocationHandlers(backend),
    ...revisionHandlers(backend),
    ...temporaryLinkHandlers(backend),
    ...uploadHandlers(backend),
    ...uploadSessionHandlers(backend),
  };
}

/** Returns the handlers that return metadata. */
function metadataHandlers({ database, clock }: Backend): Pick<FilesHandlers<Caller>, "getMetadata"> {
  const fail: Fail<LookupErrorInput> = (error) => routeError(getMetadata, { ".tag": "path", path: error });
  return {
    getMetadata: (arg, caller) =>
      readWithReach(database, clock, caller, async (reach) => {
        const location = arg.include_deleted ? await locate(reach, arg.path) : undefined;
        if (typeof location === "object") {
          const { view, key } = location;
          const isThere = (await itemAt(reach.queries, view.namespace, key)) !== undefined;
          const tombstone = isThere ? undefined : await tombstoneAt(reach.queries, view.namespace, key);
          if (tombstone !== undefined) {
            return deletedMetadata(view, tombstone);
          }
        }
        return toMetadata(await findReadable(reach, arg.path, fail), arg);
      }),
  };
}

/** Returns the handlers that create folders. */
function createFolderHandlers({ database, clock, settings }: Backend): Pick<FilesHandlers<Caller>, "createFolder"> {
  const fail: Fail<WriteErrorInput> = (error) => routeError(createFolder, { ".tag": "path", path: error });
  return {
    async createFolder({ path, autorename }, caller) {
      await countWrite(database, settings, caller.accountId);
      return withLocked(database, clock, caller, [path], async (reach) => {
        const requestedTarget = await findTarget(reach, path, fail);
        const target = await findFreePlace(
          reach.queries,
          requestedTarget,
          { isFile: false, mayRename: autorename },
          fail,
        );
        return folderMetadata(await createFolderAt(reach, target));
      });
    },
  };
}

/** Creates a folder at a free path, and the parent folders that are missing. */
async function createFolderAt(
  { queries, now }: Reach,
  { view, path, key, missing }: Target,
): Promise<LocatedItem<FolderItem>> {
  const sequence = await beginChange(queries, view.namespace, 0);
  await addFolders(queries, view.namespace, sequence, [...missing, path]);
  await completeChange(queries, [view.namespace], now);
  const item = await itemAt(queries, view.namespace, key);
  if (item?.kind !== "folder") {
    throw new Error("The folder is missing.");
  }
  return { view, item };
}

/** Returns the handlers that delete files and folders. */
function deleteHandlers({ database, clock, settings }: Backend): Pick<FilesHandlers<Caller>, "delete"> {
  return {
    async delete({ path }, caller) {
      await countWrite(database, settings, caller.accountId);
      return withLocked(database, clock, caller, [path], async (reach) => {
        const target = await findItem(reach, path, (error) =>
          routeError(delete_, { ".tag": "path_lookup", path_lookup: error }),
        );
        if (target.view.isReadOnly) {
          throw routeError(delete_, { ".tag": "path_write", path_write: "no_write_permission" });
        }
        await deleteItem(reach.queries, target.item, reach.now);
        await completeChange(reach.queries, [target.item.namespace_id], reach.now);
        return toMetadata(target);
      });
    },
  };
}

/** Returns the handlers that copy and move files and folders. */
function relocationHandlers({ database, clock, settings }: Backend): Pick<FilesHandlers<Caller>, "copy" | "move"> {
  return {
    async copy(arg, caller) {
      await countWrite(database, settings, caller.accountId);
      return withLocked(database, clock, caller, [arg.from_path, arg.to_path], async (reach) => {
        const copied = await copyItem(reach, arg, (error) => routeError(copy, error));
        await notifyApps(reach.queries, [copied.view.namespace], reach.now);
        return toMetadata(copied);
      });
    },
    async move(arg, caller) {
      await countWrite(database, settings, caller.accountId);
      return withLocked(database, clock, caller, [arg.from_path, arg.to_path], async (reach) =>
        toMetadata(await moveItem(reach, arg, (error) => routeError(move, error))),
      );
    },
  };
}
