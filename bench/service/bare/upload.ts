import { createHash, randomUUID } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import type { Caller } from "./caller.js";
import { inTransaction } from "./database.js";
import {
  addFolders,
  beginChange,
  completeChange,
  parentPath,
  findOccupants,
  lockHome,
  metadata,
  baseName,
  newId,
  savedAt,
} from "./tree.js";

/** Saves a file in the home of the caller. */
export async function upload(
  pool: Pool,
  contents: string,
  caller: Caller,
  path: string,
  body: AsyncIterable<Uint8Array>,
): Promise<object> {
  const { content, size } = await storeContent(contents, body);
  const key = path.toLowerCase();
  const now = new Date();
  return inTransaction(pool, async (query) => {
    await lockHome(query, caller, [path]);
    const there = await findOccupants(query, caller, path);
    const sequence = await beginChange(query, caller, size);
    await addFolders(query, caller, sequence, path, there);
    await query(
      "save",
      `with saved as (
         insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev,
                           client_modified, server_modified, modified_by)
         values (${newId}, $1, $2, $3, $4, $5, 'file', $6, $7, $8, to_hex(nextval('rev_number')), $9, $10, $11)
         on conflict (namespace_id, path_key) do update
         set sequence = excluded.sequence, content = excluded.content, size = excluded.size, rev = excluded.rev,
             client_modified = excluded.client_modified, server_modified = excluded.server_modified,
             modified_by = excluded.modified_by, media_info = null
         returning *)
       insert into revision (rev, item_id, namespace_id, path_key, name, content, size, client_modified,
                             server_modified, modified_by, is_restricted)
       select rev, id, namespace_id, path_key, name, content, size, client_modified, server_modified, modified_by,
              is_restricted
       from saved`,
      [caller.home, parentPath(key), path, key, baseName(path), sequence, content, size, now, now, caller.account_id],
    );
    await completeChange(query, caller);
    return metadata(await savedAt(query, caller, key));
  });
}

/** Writes a content to the disk, in a file named by its hash. */
async function storeContent(
  contents: string,
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly content: string; readonly size: number }> {
  const temporary = join(contents, "incoming", randomUUID());
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(temporary, "wx");
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.byteLength;
    await file.writeFile(chunk);
  }
  await file.sync();
  await file.close();
  const content = hash.digest("hex");
  const folder = join(contents, content.slice(0, 2));
  await rename(temporary, join(folder, content));
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
  return { content, size };
}
