import type { Pool } from "pg";
import type { Caller } from "./caller.js";
import { inTransaction } from "./database.js";
import {
  addFolders,
  beginChange,
  completeChange,
  fileAt,
  parentPath,
  findOccupants,
  lockHome,
  metadata,
  baseName,
  newId,
  savedAt,
} from "./tree.js";

export interface CopyArg {
  readonly from_path: string;
  readonly to_path: string;
}

/** Copies a file within the home of the caller. */
export function copy(pool: Pool, caller: Caller, { from_path: from, to_path: to }: CopyArg): Promise<object> {
  const key = to.toLowerCase();
  return inTransaction(pool, async (query) => {
    await lockHome(query, caller, [from, to]);
    const source = await fileAt(query, caller, from);
    const there = await findOccupants(query, caller, to);
    const sequence = await beginChange(query, caller, source.size);
    await addFolders(query, caller, sequence, to, there);
    await query(
      "copy",
      `with copied as (
         insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev,
                           client_modified, server_modified, modified_by, media_info, property_groups)
         select ${newId}, $1,
                case when path_key = $2 then $3 else $4 || substr(parent_key, length($2::text) + 1) end,
                $5 || substr(path, length($6::text) + 1),
                $4 || substr(path_key, length($2::text) + 1),
                case when path_key = $2 then $7 else name end,
                case kind when 'mount' then 'folder' else kind end, $8, content, size,
                case kind when 'file' then to_hex(nextval('rev_number')) end, client_modified,
                case kind when 'file' then $9::timestamptz end, case kind when 'file' then $10 end,
                media_info, property_groups
         from item
         where namespace_id = $1 and path_key > $11 and path_key < $12 or namespace_id = $1 and path_key = $2
         returning *)
       insert into revision (rev, item_id, namespace_id, path_key, name, content, size, client_modified,
                             server_modified, modified_by)
       select rev, id, namespace_id, path_key, name, content, size, client_modified, server_modified, modified_by
       from copied where kind = 'file'`,
      [
        caller.home,
        source.path_key,
        parentPath(key),
        key,
        to,
        source.path,
        baseName(to),
        sequence,
        new Date(),
        caller.account_id,
        `${source.path_key}/`,
        `${source.path_key}0`,
      ],
    );
    await completeChange(query, caller);
    return { ".tag": "file", ...metadata(await savedAt(query, caller, key)) };
  });
}
