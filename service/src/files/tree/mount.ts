import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { beginChange, completeChange, completeQuietly } from "./change.js";
import { deleteItem } from "./delete.js";
import { addFolders, freshItemId, type Item, itemAt, itemColumns } from "./item.js";
import { lockNamespaces } from "./lock.js";
import { ancestorPaths, pathKey, baseName, parentPath } from "./path.js";

/**
 * Mounts a namespace in a home, at a free path that is not below a file. Violates the constraint `item_mount` if it is
 * already mounted in the home, and `item_path` if there is an item at the path.
 */
export async function mount(queries: Queries, home: number, namespace: number, path: string, now: Date): Promise<void> {
  await lockNamespaces(queries, [home, namespace]);
  const sequence = await beginChange(queries, home, 0);
  const missing: string[] = [];
  for (const ancestor of ancestorPaths(path)) {
    if ((await itemAt(queries, home, pathKey(ancestor))) === undefined) {
      missing.push(ancestor);
    }
  }
  await addFolders(queries, home, sequence, missing);
  const key = pathKey(path);
  await queries.run(sql`
    insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, target)
    values (${freshItemId}, ${home}, ${parentPath(key)}, ${path}, ${key}, ${baseName(path)}, 'mount', ${sequence},
            ${namespace})`);
  await completeChange(queries, [home], now);
}

/** Locks a namespace and the homes in which it is mounted, in the order of their ids. */
export async function lockWithMounts(queries: Queries, namespace: number): Promise<void> {
  const mounts = await queries.all<{ namespace_id: number }>(
    sql`select namespace_id from item where target = ${namespace}`,
  );
  await lockNamespaces(queries, [namespace, ...mounts.map(({ namespace_id }) => namespace_id)]);
}

/** Unmounts a namespace from all homes, when it is archived. Apps are not notified (B-223). */
export async function unmountEverywhere(queries: Queries, namespace: number, now: Date): Promise<void> {
  await lockWithMounts(queries, namespace);
  const mounts = await queries.all<Item>(
    sql`select ${itemColumns} from item where target = ${namespace} order by namespace_id`,
  );
  for (const item of mounts) {
    await deleteItem(queries, item, now);
  }
  await completeQuietly(
    queries,
    mounts.map(({ namespace_id }) => namespace_id),
  );
}
