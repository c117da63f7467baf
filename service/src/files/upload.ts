import {
  type CommitInfo,
  upload,
  uploadSessionAppend,
  type UploadSessionCursor,
  uploadSessionFinish,
  type UploadSessionLookupErrorInput,
  type WriteErrorInput,
} from "cloud-storage-api/files";
import { type FilesHandlers, routeError } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { Caller } from "../access/caller.js";
import { countWrite } from "../access/rate-limits.js";
import type { Backend } from "../backend.js";
import type { Contents } from "../contents/contents.js";
import type { Queries } from "../database/database.js";
import { randomText } from "../database/ids.js";
import { fileMetadata } from "./metadata.js";
import { checkSpace } from "./tree/change.js";
import type { Fail, FileItem, Item } from "./tree/item.js";
import type { LocatedItem } from "./tree/locate.js";
import { withLocked } from "./tree/lock.js";
import type { Reach } from "./tree/reach.js";
import { replacedSize, saveFile, type StoredContent } from "./tree/revision.js";
import { findTarget, findFreePlace, type Renaming } from "./tree/target.js";

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

/**
 * Returns the handlers for uploads in chunks. A chunk is stored before a short transaction adds it to the session, so
 * acknowledged chunks survive a crash, and the others can be sent again.
 */
export function uploadSessionHandlers({
  database,
  clock,
  contents,
  settings,
}: Backend): Pick<FilesHandlers<Caller>, "uploadSessionAppend" | "uploadSessionFinish" | "uploadSessionStart"> {
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

/** The state of an upload. */
interface UploadSession {
  readonly id: string;
  /** The number of bytes received so far. */
  readonly size: number;
  readonly is_closed: boolean;
}

/** How long a session can be used, in milliseconds. */
export const sessionLifetime = 7 * 24 * 60 * 60 * 1000;

/** Opens a session of an account with a first chunk. Returns the id of the session. */
async function openSession(
  queries: Queries,
  accountId: string,
  piece: StoredContent,
  isClosed: boolean,
  now: Date,
): Promise<string> {
  const id = `ups:${randomText(22)}`;
  await queries.run(sql`
    insert into upload_session (id, account_id, is_closed, created) values (${id}, ${accountId}, ${isClosed}, ${now})`);
  await addPiece(queries, { id, size: 0 }, piece);
  return id;
}

/** Returns a session of an account, which is locked in a transaction; undefined if there is none, or if it has expired. */
function findSession(queries: Queries, id: string, accountId: string, now: Date): Promise<UploadSession | undefined> {
  return queries.first<UploadSession>(sql`
    select id, size, is_closed from upload_session
    where id = ${id} and account_id = ${accountId} and created > ${new Date(now.getTime() - sessionLifetime)}
    for update`);
}

/** Appends a chunk to a locked session. */
async function addPiece(
  queries: Queries,
  { id, size: start }: Pick<UploadSession, "id" | "size">,
  { content, size }: StoredContent,
): Promise<void> {
  if (size > 0) {
    await queries.run(sql`
      insert into upload_part (session_id, start, content, size) values (${id}, ${start}, ${content}, ${size})`);
    await queries.run(sql`update upload_session set size = size + ${size} where id = ${id}`);
  }
}

/** Returns the chunks of a session, from the first to the last. */
function listPieces(queries: Queries, id: string): Promise<StoredContent[]> {
  return queries.all<StoredContent>(sql`select content, size from upload_part where session_id = ${id} order by start`);
}

/**
 * Saves uploaded content as `info` requests. The namespaces must be locked. The field `mute`, which suppresses notifications
 * on the devices of the user, has no effect, because this service does not send any.
 */
async function commit(
  reach: Reach,
  info: CommitInfo,
  stored: StoredContent,
  fail: Fail<WriteErrorInput>,
): Promise<LocatedItem<FileItem>> {
  const requestedTarget = await findTarget(reach, info.path, fail);
  const { occupant, view } = requestedTarget;
  if (occupant?.kind === "file" && occupant.content === stored.content) {
    return { view, item: occupant };
  }
  const target =
    occupant !== undefined && mayReplace(occupant, info)
      ? requestedTarget
      : await findFreePlace(reach.queries, requestedTarget, renamingMode(info), fail);
  await checkSpace(reach.queries, view.namespace, stored.size - replacedSize(target), fail);
  const clientModified = info.client_modified === undefined ? reach.now : new Date(info.client_modified);
  return saveFile(reach, target, stored, clientModified);
}

function mayReplace(occupant: Item, { mode }: CommitInfo): boolean {
  switch (mode[".tag"]) {
    case "add":
      return false;
    case "overwrite":
      return occupant.kind === "file";
    case "update":
      return occupant.kind === "file" && occupant.rev === mode.update;
  }
}

function renamingMode({ autorename, mode }: CommitInfo): Renaming {
  return { isFile: true, mayRename: autorename, word: mode[".tag"] === "update" ? "conflicted copy" : undefined };
}

/** Stores the concatenation of chunks as one content, and returns it. */
async function joinPieces(contents: Contents, pieces: readonly StoredContent[]): Promise<StoredContent> {
  const [first, ...others] = pieces.filter(({ size }) => size > 0);
  return first !== undefined && others.length === 0 ? first : contents.add(bytesOf(contents, pieces));
}

async function* bytesOf(contents: Contents, pieces: readonly StoredContent[]): AsyncIterable<Uint8Array> {
  for (const { content, size } of pieces) {
    yield* contents.read(content, 0, size - 1);
  }
}
