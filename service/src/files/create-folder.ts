import { createFolder, type WriteErrorInput } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import { countWrite } from "../access/rate-limits.js";
import type { Backend } from "../backend.js";
import { folderMetadata } from "./metadata.js";
import { createFolderAt } from "./tree/create-folder.js";
import type { Fail } from "./tree/fail.js";
import { withLocked } from "./tree/lock.js";
import { findTarget, findFreePlace } from "./tree/target.js";

/** Returns the handlers that create folders. */
export function createFolderHandlers({
  database,
  clock,
  settings,
}: Backend): Pick<FilesHandlers<Caller>, "createFolder"> {
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
