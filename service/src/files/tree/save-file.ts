import sql from "sql-template-tag";
import { beginChange, completeChange } from "./change.js";
import { freshItemId, itemAt, type FileItem } from "./item.js";
import type { Found } from "./locate.js";
import { parentPath } from "./path.js";
import type { Reach } from "./reach.js";
import { addMissing, type Target } from "./target.js";

/** The stored content of a file. */
export interface StoredContent {
  readonly content: string;
  readonly size: number;
}

/**
 * Saves content at a path: as a new revision if a file exists there, otherwise as a new file, whose id can be given.
 */
export async function saveFile(
  { queries, caller, now }: Reach,
  target: Target,
  { content, size }: StoredContent,
  clientModified: Date,
  id = freshItemId,
): Promise<Found<FileItem>> {
  const { view, key, path, name, occupant } = target;
  const sequence = await beginChange(queries, view.namespace, size - replacedSize(target));
  await addMissing(queries, target, sequence);
  await queries.run(sql`
    with saved as (
      insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev,
                        client_modified, server_modified, modified_by)
      values (${id}, ${view.namespace}, ${parentPath(key)}, ${occupant?.path ?? path}, ${key},
              ${occupant?.name ?? name}, 'file', ${sequence}, ${content}, ${size}, to_hex(nextval('rev_number')),
              ${clientModified}, ${now}, ${caller.accountId})
      on conflict (namespace_id, path_key) do update
      set sequence = excluded.sequence, content = excluded.content, size = excluded.size, rev = excluded.rev,
          client_modified = excluded.client_modified, server_modified = excluded.server_modified,
          modified_by = excluded.modified_by, media_info = null
      returning *)
    insert into revision (rev, item_id, namespace_id, path_key, name, content, size, client_modified, server_modified,
                          modified_by, is_restricted)
    select rev, id, namespace_id, path_key, name, content, size, client_modified, server_modified, modified_by,
           is_restricted
    from saved`);
  await completeChange(queries, [view.namespace], now);
  const item = await itemAt(queries, view.namespace, key);
  if (item?.kind !== "file") {
    throw new Error("The file is missing.");
  }
  return { view, item };
}

/** Returns the size in bytes of the file that would be replaced; 0 if there is none. */
export function replacedSize({ occupant }: Target): number {
  return occupant?.kind === "file" ? occupant.size : 0;
}
