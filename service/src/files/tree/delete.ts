import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { beginChange } from "./change.js";
import { isBelow, isInTree, type Item } from "./item.js";

/**
 * Deletes an item and everything in it from a locked namespace. Mounted folders are only unmounted. The revisions of files
 * are retained. The caller must complete the change.
 */
export async function deleteItem(queries: Queries, item: Item, now: Date): Promise<void> {
  const namespace = item.namespace_id;
  const sequence = await beginChange(queries, namespace, -(await countBytes(queries, item)));
  await recordTombstones(queries, item, sequence, now);
  await queries.run(sql`delete from item where ${isInTree(item)}`);
}

/** Returns the total size of the files in an item, in bytes, excluding mounted folders. */
export async function countBytes(queries: Queries, item: Item): Promise<number> {
  if (item.kind === "file") {
    return item.size;
  }
  const total = await queries.first<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::bigint as bytes from item where ${isBelow(item.namespace_id, item.path_key)}`);
  return total?.bytes ?? 0;
}

/** Records tombstones for an item and everything in it, before the items are deleted or moved. */
export async function recordTombstones(queries: Queries, item: Item, sequence: number, now: Date): Promise<void> {
  await queries.run(sql`
    insert into tombstone (namespace_id, parent_key, path, path_key, name, sequence, deleted)
    select namespace_id, parent_key, path, path_key, name, ${sequence}, ${now} from item where ${isInTree(item)}
    on conflict (namespace_id, path_key) do update
    set path = excluded.path, name = excluded.name, sequence = excluded.sequence, deleted = excluded.deleted`);
}

/** The record of an item at the path from which it was deleted or moved. */
interface Tombstone {
  readonly path: string;
  readonly path_key: string;
  readonly name: string;
  readonly deleted: Date;
}

/** Returns the tombstone at a path of a namespace; undefined if there is none. */
export function tombstoneAt(queries: Queries, namespace: number, key: string): Promise<Tombstone | undefined> {
  return queries.first<Tombstone>(sql`select * from tombstone where namespace_id = ${namespace} and path_key = ${key}`);
}
