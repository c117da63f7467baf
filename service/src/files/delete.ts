import { delete_ } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import { countWrite } from "../access/rate-limits.js";
import type { Backend } from "../backend.js";
import { toMetadata } from "./metadata.js";
import { completeChange } from "./tree/change.js";
import { deleteItem } from "./tree/delete.js";
import { findItem } from "./tree/locate.js";
import { withLocked } from "./tree/lock.js";

/** Returns the handlers that delete files and folders. */
export function deleteHandlers({ database, clock, settings }: Backend): Pick<FilesHandlers<Caller>, "delete"> {
  return {
    async delete({ path }, caller) {
      await countWrite(database, settings, caller.accountId);
      return withLocked(database, clock, caller, [path], async (reach) => {
        const found = await findItem(reach, path, (error) =>
          routeError(delete_, { ".tag": "path_lookup", path_lookup: error }),
        );
        if (found.view.isReadOnly) {
          throw routeError(delete_, { ".tag": "path_write", path_write: "no_write_permission" });
        }
        await deleteItem(reach.queries, found.item, reach.now);
        await completeChange(reach.queries, [found.item.namespace_id], reach.now);
        return toMetadata(found);
      });
    },
  };
}
