import sql from "sql-template-tag";
import { recordTombstones } from "./record-tombstones.js";
import { beginChange } from "./change.js";
import { isBelow, isInTree, type Item } from "./item.js";
import type { Queries } from "../../database/database.js";

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
