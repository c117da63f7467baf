import { createFolder, delete_, type WriteErrorInput } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import { countWrite } from "../access/rate-limits.js";
import type { Backend } from "../backend.js";
import { folderMetadata, metadataOf } from "./metadata.js";
import { createFolderAt } from "./tree/create-folder.js";
import { deleteItem } from "./tree/delete.js";
import type { Fail } from "./tree/fail.js";
import { findItem } from "./tree/locate.js";
import { lockPaths } from "./tree/lock.js";
import { withReach } from "./tree/reach.js";
import { conflictWith, findTarget, freePlace } from "./tree/target.js";

type Handlers = Pick<FilesHandlers<Caller>, "createFolder" | "delete">;

/** Makes folders, and deletes items. */
export function treeHandlers(backend: Backend): Handlers {
  return {
    async createFolder({ path, autorename }, caller) {
      const fail: Fail<WriteErrorInput> = (error) => routeError(createFolder, { ".tag": "path", path: error });
      await countWrite(backend, caller.accountId);
      return withReach(backend, caller, async (reach) => {
        await lockPaths(reach, [path]);
        const target = await findTarget(reach, path, fail);
        if (target.occupant === undefined) {
          return folderMetadata(await createFolderAt(reach, target));
        }
        if (!autorename) {
          throw fail(conflictWith(target.occupant));
        }
        return folderMetadata(await createFolderAt(reach, await freePlace(reach.queries, target, false, fail)));
      });
    },
    async delete({ path }, caller) {
      await countWrite(backend, caller.accountId);
      return withReach(backend, caller, async (reach) => {
        await lockPaths(reach, [path]);
        const found = await findItem(reach, path, (error) =>
          routeError(delete_, { ".tag": "path_lookup", path_lookup: error }),
        );
        if (found.view.isReadOnly) {
          throw routeError(delete_, { ".tag": "path_write", path_write: "no_write_permission" });
        }
        await deleteItem(reach.queries, found.item, reach.now);
        return metadataOf(found);
      });
    },
  };
}
