import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { isBelow, itemColumns, type Item } from "../tree/item.js";
import type { ListingState, Part } from "./state.js";

/** An item or a deleted item, with the position of its last change among all changes. */
export type ListedRow = (Item | { readonly kind: "deleted"; readonly name: string; readonly path: string }) & {
  readonly path_key: string;
  readonly sequence: number;
  readonly rank: number;
};

/** The next rows of a part, and the state of the part after these rows. */
export interface Progress {
  readonly rows: readonly ListedRow[];
  readonly part: Part;
  /** Whether there are more rows now. */
  readonly hasMore: boolean;
}

/** Creates a part of which nothing has been listed yet. */
export async function newPart(queries: Queries, place: Pick<Part, "namespace" | "key" | "mount">): Promise<Part> {
  const sequence = await readSequence(queries, place.namespace);
  return { ...place, after: "", change: { sequence, rank: 2, key: "" } };
}

/** Returns at most `limit` further rows of a part: first the existing items, then the changes since the listing began. */
export function readPart(queries: Queries, state: ListingState, part: Part, limit: number): Promise<Progress> {
  return part.after === null
    ? readChanges(queries, state, part, limit)
    : readContents(queries, state, part, part.after, limit);
}

async function readContents(
  queries: Queries,
  state: ListingState,
  part: Part,
  after: string,
  limit: number,
): Promise<Progress> {
  const found = await readRows(queries, state, part, {
    items: sql`path_key > ${after}`,
    tombstones: sql`path_key > ${after} and ${state.include_deleted}::boolean`,
    order: sql`path_key`,
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const hasMore = found.length > limit;
  return { rows, hasMore, part: { ...part, after: hasMore ? (rows.at(-1)?.path_key ?? after) : null } };
}

async function readChanges(queries: Queries, state: ListingState, part: Part, limit: number): Promise<Progress> {
  const { sequence, rank, key } = part.change;
  // The current number is read before the changes, so that all changes up to this number are visible.
  const present = await readSequence(queries, part.namespace);
  const isLater = (own: number): Sql =>
    sql`sequence >= ${sequence} and (sequence, ${own}::integer, path_key) > (${sequence}::bigint, ${rank}::integer, ${key})`;
  const found = await readRows(queries, state, part, {
    items: isLater(1),
    tombstones: isLater(0),
    order: sql`sequence, rank, path_key`,
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = rows.at(-1);
  const reached = last && { sequence: last.sequence, rank: last.rank, key: last.path_key };
  const change =
    hasMore && reached !== undefined
      ? reached
      : { sequence: Math.max(present, reached?.sequence ?? 0), rank: 2, key: "" };
  return { rows, hasMore, part: { ...part, change } };
}

interface Selection {
  readonly items: Sql;
  readonly tombstones: Sql;
  readonly order: Sql;
  readonly limit: number;
}

async function readRows(
  queries: Queries,
  { recursive }: ListingState,
  { namespace, key }: Part,
  { items, tombstones, order, limit }: Selection,
): Promise<ListedRow[]> {
  const isListed = recursive ? isBelow(namespace, key) : sql`namespace_id = ${namespace} and parent_key = ${key}`;
  // Selects the rows by a few columns, and then reads all columns of these rows.
  return queries.all<ListedRow>(sql`
    with listed as (
      select *, row_number() over (order by ${order}) as place from (
        (select namespace_id, path, path_key, name, sequence, 1 as rank from item
         where ${isListed} and ${items} order by ${order} limit ${limit})
        union all
        (select namespace_id, path, path_key, name, sequence, 0 as rank from tombstone
         where ${isListed} and ${tombstones} order by ${order} limit ${limit})) as either
      order by ${order} limit ${limit})
    select ${itemColumns}, coalesce(item.kind, 'deleted') as kind, listed.*
    from listed
    left join item on listed.rank = 1 and item.namespace_id = listed.namespace_id and item.path_key = listed.path_key
    order by listed.place`);
}

async function readSequence(queries: Queries, namespace: number): Promise<number> {
  const row = await queries.first<{ sequence: number }>(sql`select sequence from namespace where id = ${namespace}`);
  return row?.sequence ?? 0;
}
