import type { WriteErrorInput } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { notifyOfFiles } from "../../webhooks/notify.js";
import type { Fail } from "./fail.js";

/** The channel on which processes tell each other the ids of the namespaces that have changed. */
export const changeChannel = "tree";

/** Counts a change of a locked namespace and the bytes that the change adds. Returns the number of the change. */
export async function beginChange(queries: Queries, namespace: number, bytes: number): Promise<number> {
  const changed = await queries.first<{ sequence: number }>(sql`
    update namespace set sequence = sequence + 1, size = size + ${bytes} where id = ${namespace} returning sequence`);
  return changed?.sequence ?? 0;
}

/** Fails if a home has no space for additional bytes (B-116). */
export async function checkSpace(
  queries: Queries,
  namespace: number,
  bytes: number,
  fail: Fail<WriteErrorInput>,
): Promise<void> {
  const full = await queries.first(sql`
    select from account join namespace on namespace.id = account.home
    where namespace.id = ${namespace} and namespace.size + ${bytes}::bigint > account.quota`);
  if (full !== undefined && bytes > 0) {
    throw fail("insufficient_space");
  }
}

/**
 * Announces a change of these namespaces after the transaction: to waiting calls, and to the apps of teams with a
 * notification (B-219, B-220).
 */
export async function completeChange(queries: Queries, namespaces: readonly number[], now: Date): Promise<void> {
  await completeQuietly(queries, namespaces);
  await notifyApps(queries, namespaces, now);
}

/** Notifies the apps of teams that these namespaces have changed. */
export async function notifyApps(queries: Queries, namespaces: readonly number[], now: Date): Promise<void> {
  const affected = sql`
    select id from account where home = any(${namespaces})
    union select account_id from namespace_member where namespace_id = any(${namespaces})`;
  await notifyOfFiles(queries, affected, now);
}

/** Announces a change of these namespaces to waiting calls only: apps are not notified of some changes (B-223). */
export async function completeQuietly(queries: Queries, namespaces: readonly number[]): Promise<void> {
  await queries.run(sql`
    with outdated as (
      -- Where there is something again, nothing is deleted.
      delete from tombstone using namespace, item
      where namespace.id = any(${namespaces}) and item.namespace_id = namespace.id and item.sequence = namespace.sequence
        and tombstone.namespace_id = item.namespace_id and tombstone.path_key = item.path_key)
    -- PostgreSQL commits transactions that notify one after the other, so a change notifies once.
    select pg_notify(${changeChannel}, id::text) from namespace where id = any(${namespaces})`);
}
