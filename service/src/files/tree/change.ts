import type { WriteErrorInput } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { notifyOfFiles } from "../../webhooks/notify.js";
import type { Fail } from "./item.js";

/** The channel on which processes notify each other of changes. The payload is the id of the changed namespace. */
export const changeChannel = "tree";

/** Starts a change of a locked namespace that adds `bytes` bytes to its size. Returns the number of the change. */
export async function beginChange(queries: Queries, namespace: number, bytes: number): Promise<number> {
  const changed = await queries.first<{ sequence: number }>(sql`
    update namespace set sequence = sequence + 1, size = size + ${bytes} where id = ${namespace} returning sequence`);
  return changed?.sequence ?? 0;
}

/** Fails if a home has no space for `bytes` additional bytes (B-116). */
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
 * Completes a change of these namespaces. After the transaction, waiting calls and the apps of teams are notified of it
 * (B-219, B-220).
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

/** Completes a change of these namespaces, of which only waiting calls are notified, not apps (B-223). */
export async function completeQuietly(queries: Queries, namespaces: readonly number[]): Promise<void> {
  await queries.run(sql`
    with outdated as (
      -- A path at which there is an item again has no tombstone.
      delete from tombstone using namespace, item
      where namespace.id = any(${namespaces}) and item.namespace_id = namespace.id and item.sequence = namespace.sequence
        and tombstone.namespace_id = item.namespace_id and tombstone.path_key = item.path_key)
    -- PostgreSQL commits transactions that notify one at a time, so each change notifies only once.
    select pg_notify(${changeChannel}, id::text) from namespace where id = any(${namespaces})`);
}
