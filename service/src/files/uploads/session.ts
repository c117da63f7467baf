import sql from "sql-template-tag";
import { randomText } from "../../database/ids.js";
import type { Queries } from "../../database/database.js";
import type { StoredContent } from "../tree/save-file.js";

/** The state of an upload. */
export interface UploadSession {
  readonly id: string;
  /** The number of bytes received so far. */
  readonly size: number;
  readonly is_closed: boolean;
}

/** How long a session can be used, in milliseconds. */
export const sessionLifetime = 7 * 24 * 60 * 60 * 1000;

/** Opens a session of an account with a first chunk. Returns the id of the session. */
export async function openSession(
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
export function findSession(
  queries: Queries,
  id: string,
  accountId: string,
  now: Date,
): Promise<UploadSession | undefined> {
  return queries.first<UploadSession>(sql`
    select id, size, is_closed from upload_session
    where id = ${id} and account_id = ${accountId} and created > ${new Date(now.getTime() - sessionLifetime)}
    for update`);
}

/** Appends a chunk to a locked session. */
export async function addPiece(
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
export function listPieces(queries: Queries, id: string): Promise<StoredContent[]> {
  return queries.all<StoredContent>(sql`select content, size from upload_part where session_id = ${id} order by start`);
}
