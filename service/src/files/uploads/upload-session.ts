import {
  uploadSessionAppend,
  uploadSessionFinish,
  type UploadSessionCursor,
  type UploadSessionLookupErrorInput,
} from "cloud-storage-api/files";
import { routeError, type FilesHandlers } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller } from "../../access/caller.js";
import { countWrite } from "../../access/rate-limits.js";
import type { Backend } from "../../backend.js";
import type { Queries } from "../../database/database.js";
import { fileMetadata } from "../metadata.js";
import type { Fail } from "../tree/fail.js";
import { withLocked } from "../tree/lock.js";
import { commit } from "./commit.js";
import { joinPieces } from "./join-pieces.js";
import { addPiece, findSession, openSession, listPieces, type UploadSession } from "./session.js";

type Handlers = Pick<FilesHandlers<Caller>, "uploadSessionAppend" | "uploadSessionFinish" | "uploadSessionStart">;

/**
 * Returns the handlers for uploads in chunks. A chunk is stored before a short transaction adds it to the session, so
 * acknowledged chunks survive a crash, and the others can be sent again.
 */
export function uploadSessionHandlers({ database, clock, contents, settings }: Backend): Handlers {
  const failAppend: Fail<UploadSessionLookupErrorInput> = (error) => routeError(uploadSessionAppend, error);
  const failFinish: Fail<UploadSessionLookupErrorInput> = (error) =>
    routeError(uploadSessionFinish, { ".tag": "lookup_failed", lookup_failed: error });
  return {
    async uploadSessionStart({ close }, body, caller) {
      const piece = await contents.add(body);
      const now = await clock.now(database);
      return {
        session_id: await database.transaction((queries) => openSession(queries, caller.accountId, piece, close, now)),
      };
    },
    async uploadSessionAppend(cursor, body, caller) {
      const check = async (queries: Queries): Promise<UploadSession> => {
        const session = await sessionAt(queries, cursor, caller.accountId, await clock.now(queries), failAppend);
        if (session.is_closed) {
          throw failAppend("closed");
        }
        return session;
      };
      // Also checked here, so that an invalid call fails before the body is received.
      await check(database);
      const piece = await contents.add(body);
      await database.transaction(
        async (queries) => addPiece(queries, await check(queries), piece),
        `upload sessions of ${caller.accountId}`,
      );
    },
    async uploadSessionFinish({ cursor, commit: info }, body, caller) {
      await countWrite(database, settings, caller.accountId);
      await sessionAt(database, cursor, caller.accountId, await clock.now(database), failFinish);
      const pieces = await listPieces(database, cursor.session_id);
      const last = await contents.add(body);
      const whole = await joinPieces(contents, [...pieces, last]);
      return withLocked(database, clock, caller, [info.path], async (reach) => {
        const { queries, now } = reach;
        const session = await sessionAt(queries, cursor, caller.accountId, now, failFinish);
        if (session.is_closed && last.size > 0) {
          throw failFinish("closed");
        }
        const saved = await commit(reach, info, whole, (error) =>
          routeError(uploadSessionFinish, { ".tag": "path", path: error }),
        );
        await queries.run(sql`delete from upload_session where id = ${session.id}`);
        return fileMetadata(saved);
      });
    },
  };
}

/** Returns the session of a cursor. Fails if there is none, or if its size is not the offset of the cursor. */
async function sessionAt(
  queries: Queries,
  { session_id, offset }: UploadSessionCursor,
  accountId: string,
  now: Date,
  fail: Fail<UploadSessionLookupErrorInput>,
): Promise<UploadSession> {
  const session = await findSession(queries, session_id, accountId, now);
  if (session === undefined) {
    throw fail("not_found");
  }
  if (session.size !== offset) {
    throw fail({ ".tag": "incorrect_offset", correct_offset: session.size });
  }
  return session;
}
