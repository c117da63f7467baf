import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { freshItemId } from "./item.js";
import { pathKey, baseName, parentPath } from "./path.js";

/** Adds folders at free paths to a locked namespace. `sequence` is the number of the change. */
export async function addFolders(
  queries: Queries,
  namespace: number,
  sequence: number,
  paths: readonly string[],
): Promise<void> {
  const keys = paths.map(pathKey);
  await queries.run(sql`
    insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence)
    select ${freshItemId}, ${namespace}, added.parent_key, added.path, added.path_key, added.name, 'folder', ${sequence}
    from unnest(${keys.map(parentPath)}::text[], ${paths}::text[], ${keys}::text[], ${paths.map(baseName)}::text[])
      as added (parent_key, path, path_key, name)`);
}
