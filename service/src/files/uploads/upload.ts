import { upload, type WriteErrorInput } from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import type { Caller } from "../../access/caller.js";
import { countWrite } from "../../access/rate-limits.js";
import type { Backend } from "../../backend.js";
import { fileMetadata } from "../metadata.js";
import { withLocked } from "../tree/lock.js";
import { commit } from "./commit.js";
import { openSession } from "./session.js";

/** Returns the handler for uploads with a single call. */
export function uploadHandlers({
  database,
  clock,
  contents,
  settings,
}: Backend): Pick<FilesHandlers<Caller>, "upload"> {
  return {
    async upload(info, body, caller) {
      await countWrite(database, settings, caller.accountId);
      const stored = await contents.add(body);
      try {
        return await withLocked(database, clock, caller, [info.path], async (reach) =>
          fileMetadata(await commit(reach, info, stored, (error) => new NotSaved(error))),
        );
      } catch (thrown) {
        if (!(thrown instanceof NotSaved)) {
          throw thrown;
        }
        // The content becomes a session, so that the client can save it elsewhere without sending it again.
        const now = await clock.now(database);
        const id = await database.transaction((queries) => openSession(queries, caller.accountId, stored, false, now));
        throw routeError(upload, { ".tag": "path", reason: thrown.reason, upload_session_id: id });
      }
    },
  };
}

/** Thrown if a received file could not be saved. */
class NotSaved extends Error {
  readonly reason: WriteErrorInput;

  constructor(reason: WriteErrorInput) {
    super("The file could not be saved.");
    this.reason = reason;
  }
}
