import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../database/database.js";
import { addMark } from "../files/tree/names.js";
import { pathKey, parentPath } from "../files/tree/path.js";
import { foldCase } from "../fold-case.js";

interface ItemRow {
  readonly id: string;
  readonly parent_key: string;
  readonly path: string;
  readonly path_key: string;
  readonly name: string;
  readonly kind: "file" | "folder" | "mount";
}

interface TombstoneRow {
  readonly path: string;
  readonly path_key: string;
  readonly name: string;
  readonly sequence: number;
  readonly deleted: Date;
}

/** The condition that a key contains non-ASCII characters: only such keys can change. */
const isBeyondAscii: Sql = sql`octet_length(path_key) <> char_length(path_key)`;

/**
 * Recomputes the keys of all paths after a change to the rule by which names are compared. Returns the ids of renamed items.
 * If two names have become equal, nothing is lost or merged: the item whose key is unchanged, or otherwise the one that was
 * changed first, keeps its name, and the other one gets a number, as with `autorename`: `a (1).txt`.
 */
export async function refoldPaths(queries: Queries): Promise<string[]> {
  const namespaces = await queries.all<{ id: number }>(sql`
    select namespace_id as id from item where ${isBeyondAscii}
    union select namespace_id from tombstone where ${isBeyondAscii}
    union select namespace_id from revision where ${isBeyondAscii}`);
  const renamed: string[] = [];
  for (const { id } of namespaces) {
    renamed.push(...(await refoldNamespace(queries, id)));
  }
  return renamed;
}

async function refoldNamespace(queries: Queries, namespace: number): Promise<string[]> {
  const items = await queries.all<ItemRow>(sql`
    select id, parent_key, path, path_key, name, kind from item
    where namespace_id = ${namespace} and ${isBeyondAscii} order by sequence, id`);
  const refolded = await refoldItems(queries, namespace, items);
  const changed = items.flatMap((item) => {
    const row = refolded.get(item.path_key);
    return row === undefined || (row.path_key === item.path_key && row.path === item.path) ? [] : [row];
  });
  // The items first get temporary keys, because a new key may be the old key of another item.
  const ids = changed.map(({ id }) => id);
  await queries.run(sql`update item set path_key = 'refolded ' || id where id = any(${ids})`);
  await queries.run(sql`
    update item set parent_key = row.parent_key, path = row.path, path_key = row.path_key, name = row.name
    from unnest(${ids}::text[], ${changed.map((row) => row.parent_key)}::text[], ${changed.map((row) => row.path)}::text[],
                ${changed.map((row) => row.path_key)}::text[], ${changed.map((row) => row.name)}::text[])
      as row (id, parent_key, path, path_key, name)
    where item.id = row.id`);
  await refoldRevisions(queries, namespace, (key) => refolded.get(key)?.path_key ?? foldCase(key));
  await refoldTombstones(queries, namespace);
  return items.filter(({ path_key, name }) => refolded.get(path_key)?.name !== name).map(({ id }) => id);
}

/** Returns a map from the old key of each item to its new row. */
async function refoldItems(
  queries: Queries,
  namespace: number,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<string, ItemRow>> {
  const refolded = new Map<string, ItemRow>();
  const taken = new Set<string>();
  const isTaken = async (key: string): Promise<boolean> =>
    taken.has(key) ||
    (await queries.first(sql`
      select from item where namespace_id = ${namespace} and path_key = ${key} and not (${isBeyondAscii})`)) !==
      undefined;
  for (const row of orderedForRefolding(items)) {
    const folder = refolded.get(row.parent_key) ?? { path: parentPath(row.path), path_key: row.parent_key };
    const renameRow = (name: string): ItemRow => ({
      ...row,
      name,
      parent_key: folder.path_key,
      path: `${folder.path}/${name}`,
      path_key: `${folder.path_key}/${foldCase(name)}`,
    });
    let after = renameRow(row.name);
    for (let number = 1; await isTaken(after.path_key); number++) {
      after = renameRow(addMark(row.name, String(number), row.kind === "file"));
    }
    taken.add(after.path_key);
    refolded.set(row.path_key, after);
  }
  return refolded;
}

/** Sorts items so that folders come before their content and, at the same depth, items that keep their keys come first. */
function orderedForRefolding(items: readonly ItemRow[]): ItemRow[] {
  const rank = ({ name, path_key }: ItemRow): number =>
    path_key.split("/").length * 2 + (path_key.endsWith(`/${foldCase(name)}`) ? 0 : 1);
  return [...items].sort((one, other) => rank(one) - rank(other));
}

async function refoldRevisions(queries: Queries, namespace: number, keyAfter: (key: string) => string): Promise<void> {
  const keys = await queries.all<{ path_key: string }>(
    sql`select distinct path_key from revision where namespace_id = ${namespace} and ${isBeyondAscii}`,
  );
  const changed = keys.map(({ path_key }) => path_key).filter((key) => keyAfter(key) !== key);
  await queries.run(sql`
    update revision set path_key = row.after
    from unnest(${changed}::text[], ${changed.map(keyAfter)}::text[]) as row (before, after)
    where namespace_id = ${namespace} and path_key = row.before`);
}

/**
 * Recomputes the keys of tombstones. If two keys become equal, the later tombstone remains; if an item has the key, none does.
 */
async function refoldTombstones(queries: Queries, namespace: number): Promise<void> {
  const rows = await queries.all<TombstoneRow>(sql`
    delete from tombstone where namespace_id = ${namespace} and ${isBeyondAscii}
    returning path, path_key, name, sequence, deleted`);
  for (const { path, name, sequence, deleted } of rows.sort((one, other) => other.sequence - one.sequence)) {
    const key = pathKey(path);
    await queries.run(sql`
      insert into tombstone (namespace_id, parent_key, path, path_key, name, sequence, deleted)
      select ${namespace}, ${parentPath(key)}, ${path}, ${key}, ${name}, ${sequence}, ${deleted}
      where not exists (select from item where namespace_id = ${namespace} and path_key = ${key})
      on conflict (namespace_id, path_key) do nothing`);
  }
}
