import { copy, move } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../access/caller.js";
import { countWrite } from "../access/rate-limits.js";
import type { Backend } from "../backend.js";
import { toMetadata } from "./metadata.js";
import { notifyApps } from "./tree/change.js";
import { copyItem } from "./tree/copy.js";
import { withLocked } from "./tree/lock.js";
import { moveItem } from "./tree/move.js";

type Handlers = Pick<FilesHandlers<Caller>, "copy" | "move">;

/** Returns the handlers that copy and move files and folders. */
export function relocationHandlers({ database, clock, settings }: Backend): Handlers {
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
