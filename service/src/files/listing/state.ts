import sql, { type Sql } from "sql-template-tag";
import type { UserCaller } from "../../access/caller.js";
import type { Cursors } from "../../cursor.js";
import type { Queries } from "../../database/database.js";
import { isBelow, itemColumns, type Item } from "../tree/item.js";

/** The state of a listing, which is the content of a cursor. */
export interface ListingState {
  /** The account that started the listing: no other account can continue it. */
  readonly account: string;
  readonly app: string;
  readonly isAdmin: boolean;
  /** The namespace of the folder, and the key of the folder in it. */
  readonly namespace: number;
  readonly key: string;
  readonly recursive: boolean;
  readonly include_media_info: boolean;
  readonly include_deleted: boolean;
  readonly include_has_explicit_shared_members: boolean;
  readonly parts: readonly Part[];
}

/** The progress of a listing in one namespace: the namespace of the folder, or one that is mounted in the folder. */
export interface Part {
  readonly namespace: number;
  /** The folder in the namespace whose content is listed. */
  readonly key: string;
  /** The key of the mount point in the home; null for the namespace of the folder. */
  readonly mount: string | null;
  /** The key after which to continue with the existing items; null when all of them have been listed. */
  readonly after: string | null;
  /** The last change that was returned, or the last one before the listing began. */
  readonly change: Change;
}

/** The position of a change in the order in which changes are returned. Deletions come before additions with the same number. */
interface Change {
  readonly sequence: number;
  /** 0 for a deletion, 1 for an addition, 2 after all changes with this number. */
  readonly rank: number;
  readonly key: string;
}

const purpose = "files/list_folder";

export function writeCursor(cursors: Cursors, state: ListingState): string {
  return cursors.write(purpose, state);
}

/** Returns the state in a cursor; undefined if the string is not a cursor of a listing. */
export function readCursor(cursors: Cursors, cursor: string): ListingState | undefined {
  return cursors.read(purpose, cursor) as ListingState | undefined;
}

/** Returns whether a caller may continue a listing. */
export function canContinueListing({ account, app }: ListingState, caller: UserCaller): boolean {
  return account === caller.accountId && app === caller.app.key;
}

/** An item or a deleted item, with the position of its last change among all changes. */
export type ListedRow = (Item | { readonly kind: "deleted"; readonly name: string; readonly path: string }) & {
  readonly path_key: string;
  readonly sequence: number;
  readonly rank: number;
};

/** The next rows of a part, and the state of the part after these rows. */
interface Progress {
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
  const nextRows = await readRows(queries, state, part, {
    items: sql`path_key > ${after}`,
    tombstones: sql`path_key > ${after} and ${state.include_deleted}::boolean`,
    order: sql`path_key`,
    limit: limit + 1,
  });
  const rows = nextRows.slice(0, limit);
  const hasMore = nextRows.length > limit;
  return { rows, hasMore, part: { ...part, after: hasMore ? (rows.at(-1)?.path_key ?? after) : null } };
}

async function readChanges(queries: Queries, state: ListingState, part: Part, limit: number): Promise<Progress> {
  const { sequence, rank, key } = part.change;
  // The current number is read before the changes, so that all changes up to this number are visible.
  const present = await readSequence(queries, part.namespace);
  const isLater = (own: number): Sql =>
    sql`sequence >= ${sequence} and (sequence, ${own}::integer, path_key) > (${sequence}::bigint, ${rank}::integer, ${key})`;
  const nextRows = await readRows(queries, state, part, {
    items: isLater(1),
    tombstones: isLater(0),
    order: sql`sequence, rank, path_key`,
    limit: limit + 1,
  });
  const rows = nextRows.slice(0, limit);
  const hasMore = nextRows.length > limit;
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
