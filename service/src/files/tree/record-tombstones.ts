import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { isInTree, type Item } from "./item.js";

/** Records tombstones for an item and everything in it, before the items are deleted or moved. */
export async function recordTombstones(queries: Queries, item: Item, sequence: number, now: Date): Promise<void> {
  await queries.run(sql`
    insert into tombstone (namespace_id, parent_key, path, path_key, name, sequence, deleted)
    select namespace_id, parent_key, path, path_key, name, ${sequence}, ${now} from item where ${isInTree(item)}
    on conflict (namespace_id, path_key) do update
    set path = excluded.path, name = excluded.name, sequence = excluded.sequence, deleted = excluded.deleted`);
}
