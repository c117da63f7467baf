import type { MediaInfoInput, PropertyGroup } from "cloud-storage-api/files";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { pathKey, baseName, parentPath } from "./path.js";

/** An item at a path of a namespace. */
export type Item = FileItem | FolderItem | MountItem;

interface ItemFields {
  readonly id: string;
  readonly namespace_id: number;
  readonly path: string;
  readonly path_key: string;
  readonly name: string;
  readonly property_groups: PropertyGroup[] | null;
}

export interface FileItem extends ItemFields {
  readonly kind: "file";
  readonly content: string;
  readonly size: number;
  readonly rev: string;
  readonly client_modified: Date;
  readonly server_modified: Date;
  /** The account that last modified the file; null if the account has been deleted. */
  readonly modifier: string | null;
  readonly media_info: MediaInfoInput | null;
  readonly has_explicit_members: boolean;
  readonly is_restricted: boolean;
}

export interface FolderItem extends ItemFields {
  readonly kind: "folder";
}

/** A mount of another namespace in a home. */
export interface MountItem extends ItemFields {
  readonly kind: "mount";
  readonly target: number;
  /** Whether the owner of the home has read-only access to the mounted namespace; null if they are not a member of it. */
  readonly is_read_only: boolean | null;
}

/** The columns of an {@link Item}. */
export const itemColumns: Sql = sql`
  item.*,
  (select id from account where account.id = item.modified_by and not account.is_closed) as modifier,
  (select namespace_member.is_read_only from namespace_member join account on account.id = namespace_member.account_id
   where namespace_member.namespace_id = item.target and account.home = item.namespace_id) as is_read_only`;

/** Returns the item with a key; undefined if there is none. The root of a namespace is not an item. */
export function itemAt(queries: Queries, namespace: number, key: string): Promise<Item | undefined> {
  return queries.first<Item>(
    sql`select ${itemColumns} from item where namespace_id = ${namespace} and path_key = ${key}`,
  );
}

/** Returns the condition that a row (of a table with `namespace_id` and `path_key`) is below a folder, at any depth. */
export function isBelow(namespace: number, folderKey: string): Sql {
  // In byte order, "0" follows "/".
  return sql`namespace_id = ${namespace} and path_key > ${`${folderKey}/`} and path_key < ${`${folderKey}0`}`;
}

/** Returns the condition that a row is an item, or below that item. */
export function isInTree({ namespace_id, path_key }: { namespace_id: number; path_key: string }): Sql {
  return sql`(${isBelow(namespace_id, path_key)} or namespace_id = ${namespace_id} and path_key = ${path_key})`;
}

/** An expression for a new item id, which differs for each row of a statement. */
export const freshItemId: Sql = sql`'id:' || translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')`;

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

/** Returns the exception to throw for an error: a route error, or the failure of a batch entry. */
export type Fail<E> = (error: E) => Error;
