import { listFolderLongpoll } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { ChangeNotices } from "./notices.js";
import { readPart } from "./part.js";
import { readCursor, type ListingState } from "./state.js";

/** How often to look for changes that nobody has told us of, in milliseconds. */
const interval = 10_000;

/** Waits for changes in folders. */
export function longpollHandlers(backend: Backend): Pick<FilesHandlers<Caller>, "listFolderLongpoll"> {
  const { cursors, database, stopping } = backend;
  const notices = new ChangeNotices(backend);
  return {
    async listFolderLongpoll({ cursor, timeout }, _caller, { signal }) {
      const state = readCursor(cursors, cursor);
      if (state === undefined) {
        throw routeError(listFolderLongpoll, "reset");
      }
      await notices.listen();
      const namespaces = new Set(state.parts.map(({ namespace }) => namespace));
      const over = AbortSignal.any([signal, stopping, AbortSignal.timeout(timeout * 1000)]);
      while (!over.aborted) {
        const notice = nextNotice(notices, namespaces, over);
        if (await hasNews(database, state)) {
          notice.cancel();
          return { changes: true };
        }
        await notice.arrival;
      }
      return { changes: false };
    },
  };
}

/** A notice, of which we do not depend alone: some may be lost where the connection to the database is. */
function nextNotice(
  notices: ChangeNotices,
  namespaces: ReadonlySet<number>,
  over: AbortSignal,
): { readonly arrival: Promise<void>; readonly cancel: () => void } {
  const cancelled = new AbortController();
  const signal = AbortSignal.any([over, cancelled.signal, AbortSignal.timeout(interval)]);
  return { arrival: notices.next(namespaces, signal), cancel: () => cancelled.abort() };
}

/** Whether there is something that the cursor has not told. What is newly mounted is a change of the home. */
async function hasNews(queries: Queries, state: ListingState): Promise<boolean> {
  for (const part of state.parts) {
    if (part.after !== null || (await readPart(queries, state, part, 1)).rows.length > 0) {
      return true;
    }
  }
  return false;
}
