import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";
import { pathKey, parentPath } from "../files/tree/path.js";

/**
 * Finds inconsistencies in the trees of all namespaces, such as items whose folder is missing. There should never be any.
 */
export async function findInconsistencies(queries: Queries): Promise<string[]> {
  const wrong = await queries.all<{ problem: string }>(sql`
    select 'no folder for ' || item.path as problem
    from item left join item as folder
      on folder.namespace_id = item.namespace_id and folder.path_key = item.parent_key and folder.kind = 'folder'
    where item.parent_key <> '' and (folder.id is null or item.path <> folder.path || '/' || item.name)
    union all
    select 'both there and deleted: ' || item.path
    from item join tombstone on tombstone.namespace_id = item.namespace_id and tombstone.path_key = item.path_key
    union all
    select 'a change to come: ' || item.path
    from item join namespace on namespace.id = item.namespace_id where item.sequence > namespace.sequence
    union all
    select 'no revision of ' || item.path
    from item left join revision on revision.rev = item.rev and revision.item_id = item.id
    where item.kind = 'file' and item.content <> 'none' and revision.content is distinct from item.content
    union all
    select 'a wrong size of ' || namespace.id
    from namespace left join item on item.namespace_id = namespace.id
    group by namespace.id having namespace.size <> coalesce(sum(item.size), 0)`);
  return [...wrong.map(({ problem }) => problem), ...(await findWrongKeys(queries))];
}

/**
 * Finds items that have incorrect keys. The keys are compared here, because PostgreSQL converts to lower case differently
 * (Q-10).
 */
async function findWrongKeys(queries: Queries): Promise<string[]> {
  const items = await queries.all<{ path: string; path_key: string; parent_key: string }>(
    sql`select path, path_key, parent_key from item`,
  );
  return items
    .filter(({ path, path_key, parent_key }) => path_key !== pathKey(path) || parent_key !== parentPath(path_key))
    .map(({ path }) => `wrong key of ${path}`);
}
