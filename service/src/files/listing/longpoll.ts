import { listFolderLongpoll } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import { timeLimit } from "../../background/time-limit.js";
import type { Queries } from "../../database/database.js";
import { ChangeNotices } from "./notices.js";
import { readPart } from "./part.js";
import { readCursor, type ListingState } from "./state.js";

/** Returns the handler that waits for changes in folders. */
export function longpollHandlers({
  cursors,
  database,
  stopping,
}: Backend): Pick<FilesHandlers<Caller>, "listFolderLongpoll"> {
  const notices = new ChangeNotices(database, stopping);
  return {
    async listFolderLongpoll({ cursor, timeout }, _caller, { signal: isGone }) {
      const state = readCursor(cursors, cursor);
      if (state === undefined) {
        throw routeError(listFolderLongpoll, "reset");
      }
      await notices.listen();
      const namespaces = new Set(state.parts.map(({ namespace }) => namespace));
      const over = timeLimit(isGone, timeout * 1000);
      try {
        while (!over.signal.aborted && !stopping.aborted) {
          // Waits for a notice before it checks, so that it misses no change in between.
          const notice = notices.next(namespaces, over.signal);
          if (await hasChanges(database, state)) {
            return { changes: true };
          }
          await notice;
        }
        return { changes: false };
      } finally {
        over.abort();
      }
    },
  };
}

/** Returns whether there is anything to list after the cursor. A new mount counts as a change of the home. */
async function hasChanges(queries: Queries, state: ListingState): Promise<boolean> {
  for (const part of state.parts) {
    if (part.after !== null || (await readPart(queries, state, part, 1)).rows.length > 0) {
      return true;
    }
  }
  return false;
}
