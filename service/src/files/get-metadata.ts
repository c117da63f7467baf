import { getMetadata, type LookupErrorInput } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import type { Backend } from "../backend.js";
import { deletedMetadata, toMetadata } from "./metadata.js";
import { findReadable } from "./readable.js";
import type { Fail } from "./tree/fail.js";
import { itemAt } from "./tree/item.js";
import { locate } from "./tree/locate.js";
import { readWithReach } from "./tree/reach.js";
import { tombstoneAt } from "./tree/tombstone.js";

/** Returns the handlers that return metadata. */
export function metadataHandlers({ database, clock }: Backend): Pick<FilesHandlers<Caller>, "getMetadata"> {
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
