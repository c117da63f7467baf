import type { Caller } from "./caller.js";
import { only, type Query } from "./database.js";

/** A file. */
export interface File {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly path_key: string;
  readonly rev: string;
  readonly content: string;
  readonly size: number;
  readonly client_modified: Date;
  readonly server_modified: Date;
}

/** Locks the home, which has no mounts. */
export async function lockHome(query: Query, { account_id, home }: Caller, paths: readonly string[]): Promise<void> {
  const findMounts = (): Promise<object[]> =>
    query(
      "mounts around",
      `select item.target
       from unnest($1::bigint[], $2::text[]) as place (namespace_id, key)
       join item on item.namespace_id = place.namespace_id and item.target is not null
         and (starts_with(place.key || '/', item.path_key || '/') or starts_with(item.path_key, place.key || '/'))`,
      [paths.map(() => home), paths.map((path) => path.toLowerCase())],
    );
  await findMounts();
  await query("lock", "select id from namespace where id = any($1) order by id for update", [[home]]);
  await findMounts();
  await query("account", "select from account where id = $1 and not is_closed", [account_id]);
}

/** Returns the items of the home at a path and its parent folders; the path itself comes first. */
export async function findOccupants(query: Query, caller: Caller, path: string): Promise<readonly File[]> {
  const key = path.toLowerCase();
  await findMountsAbove(query, caller, key);
  return query<File>(
    "items on the way",
    `select ${itemColumns} from item where namespace_id = $1 and path_key = any($2) order by path_key desc`,
    [caller.home, [...ancestorPaths(key), key]],
  );
}

/** Returns the file in the home at a path. */
export async function fileAt(query: Query, caller: Caller, path: string): Promise<File> {
  const key = path.toLowerCase();
  await findMountsAbove(query, caller, key);
  return savedAt(query, caller, key);
}

/** Returns the file in the home with a key. */
export async function savedAt(query: Query, { home }: Caller, key: string): Promise<File> {
  return only(
    await query<File>("item", `select ${itemColumns} from item where namespace_id = $1 and path_key = $2`, [home, key]),
  );
}

/** Counts a change of the home and the bytes that it adds. Returns the number of the change. */
export async function beginChange(query: Query, { home }: Caller, bytes: number): Promise<number> {
  const full = await query(
    "full",
    `select from account join namespace on namespace.id = account.home
     where namespace.id = $1 and namespace.size + $2::bigint > account.quota`,
    [home, bytes],
  );
  if (full.length > 0) {
    throw new Error("not enough space");
  }
  const change = await query<{ sequence: number }>(
    "change",
    "update namespace set sequence = sequence + 1, size = size + $1 where id = $2 returning sequence",
    [bytes, home],
  );
  return only(change).sequence;
}

/** Creates the missing parent folders of a path. */
export async function addFolders(
  query: Query,
  { home }: Caller,
  sequence: number,
  path: string,
  there: readonly File[],
): Promise<void> {
  const missing = ancestorPaths(path).filter(
    (folder) => !there.some(({ path_key }) => path_key === folder.toLowerCase()),
  );
  if (missing.length > 0) {
    const keys = missing.map((folder) => folder.toLowerCase());
    await query(
      "folders",
      `insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence)
       select ${newId}, $1, added.parent_key, added.path, added.path_key, added.name, 'folder', $2
       from unnest($3::text[], $4::text[], $5::text[], $6::text[]) as added (parent_key, path, path_key, name)`,
      [home, sequence, keys.map(parentPath), missing, keys, missing.map(baseName)],
    );
  }
}

/** Announces that the home has changed. */
export async function completeChange(query: Query, { home }: Caller): Promise<void> {
  await query(
    "changed",
    `with outdated as (
       delete from tombstone using namespace, item
       where namespace.id = any($1) and item.namespace_id = namespace.id and item.sequence = namespace.sequence
         and tombstone.namespace_id = item.namespace_id and tombstone.path_key = item.path_key)
     select pg_notify($2, id::text) from namespace where id = any($1)`,
    [[home], "tree"],
  );
  await query(
    "affected",
    `select team_id, array_agg(id order by number) as ids from member
     where account_id in (select id from account where home = any($1)
                          union select account_id from namespace_member where namespace_id = any($1))
       and status = 'active'
     group by team_id`,
    [[home]],
  );
}

/** Returns the metadata of a file. */
export function metadata({ name, path, id, rev, size, client_modified, server_modified }: File): object {
  return {
    name,
    path_lower: path.toLowerCase(),
    path_display: path,
    id,
    client_modified: utc(client_modified),
    server_modified: utc(server_modified),
    rev,
    size,
  };
}

export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export const newId = "'id:' || translate(encode(uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_')";

const itemColumns = `
  item.*,
  (select id from account where account.id = item.modified_by and not account.is_closed) as modifier,
  (select namespace_member.is_read_only from namespace_member join account on account.id = namespace_member.account_id
   where namespace_member.namespace_id = item.target and account.home = item.namespace_id) as is_read_only`;

function findMountsAbove(query: Query, { home }: Caller, key: string): Promise<object[]> {
  return query(
    "mounts above",
    "select path_key, target from item where namespace_id = $1 and path_key = any($2) and kind = 'mount'",
    [home, ancestorPaths(key)],
  );
}

function ancestorPaths(path: string): string[] {
  const folders: string[] = [];
  for (let at = parentPath(path); at !== ""; at = parentPath(at)) {
    folders.unshift(at);
  }
  return folders;
}

function utc(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
