import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { beginChange, completeChange } from "./change.js";
import { type FileItem, freshItemId, type Item, itemAt } from "./item.js";
import type { LocatedItem } from "./locate.js";
import { parentPath } from "./path.js";
import type { Reach } from "./reach.js";
import { addMissing, type Target } from "./target.js";

/** A revision of a file. */
export interface Revision {
  readonly rev: string;
  readonly item_id: string;
  readonly namespace_id: number;
  readonly path_key: string;
  readonly name: string;
  readonly content: string;
  readonly size: number;
  readonly client_modified: Date;
  readonly server_modified: Date;
  /** The account that created the revision; null if the account has been deleted. */
  readonly modifier: string | null;
  readonly is_restricted: boolean;
}

/** The columns of a {@link Revision}. */
export const revisionColumns: Sql = sql`
  revision.*,
  (select id from account where account.id = revision.modified_by and not account.is_closed) as modifier`;

/**
 * Returns the condition that a revision belongs to the file at a path, even if the file was moved there later, or to a former
 * file at that path.
 */
export function isRevisionAt(namespace: number, key: string, item: Item | undefined): Sql {
  return sql`(revision.item_id = ${item?.id ?? ""} or revision.namespace_id = ${namespace} and revision.path_key = ${key})`;
}

/** Returns the latest revisions at a path, latest first. */
export function revisionsAt(
  queries: Queries,
  namespace: number,
  key: string,
  item: Item | undefined,
  limit: number,
): Promise<Revision[]> {
  return queries.all<Revision>(sql`
    select ${revisionColumns} from revision where ${isRevisionAt(namespace, key, item)}
    order by length(rev) desc, rev collate "C" desc limit ${limit}`);
}

/** Returns the id of a file that is restored from a revision: its former id if no file has that id now, otherwise a new id. */
export function restoredId({ item_id }: Revision): Sql {
  return sql`case when exists (select from item where id = ${item_id}) then ${freshItemId} else ${item_id} end`;
}

/** Converts a revision to a file. The path, name and custom properties are those of the present file, if it still exists. */
export function revisionAsFile(revision: Revision, present: Item | undefined): FileItem {
  const { rev, content, size, client_modified, server_modified, modifier, is_restricted } = revision;
  const presentFile = present?.kind === "file" ? present : undefined;
  return {
    kind: "file",
    id: revision.item_id,
    namespace_id: presentFile?.namespace_id ?? revision.namespace_id,
    // The spelling of its former folders is unknown.
    path: presentFile?.path ?? `${parentPath(revision.path_key)}/${revision.name}`,
    path_key: presentFile?.path_key ?? revision.path_key,
    name: presentFile?.name ?? revision.name,
    property_groups: presentFile?.property_groups ?? null,
    media_info: presentFile?.rev === rev ? presentFile.media_info : null,
    has_explicit_members: presentFile?.has_explicit_members ?? false,
    ...{ rev, content, size, client_modified, server_modified, modifier, is_restricted },
  };
}

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
): Promise<LocatedItem<FileItem>> {
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
