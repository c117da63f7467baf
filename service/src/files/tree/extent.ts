import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { isBelow, isInTree, itemColumns, type Item, type MountItem } from "./item.js";

/** The size of an item with everything in it, including mounted folders. */
export interface Extent {
  /** The number of files and folders, including the item itself. */
  readonly count: number;
  /** The size of the files in bytes. */
  readonly bytes: number;
  readonly isRestricted: boolean;
  /** How many bytes the longest key in the item is longer than the item's own key. */
  readonly longestSuffix: number;
  /** The mounted folders in the item. */
  readonly mounts: readonly MountItem[];
}

/** Measures an item. */
export async function measureExtent(queries: Queries, item: Item): Promise<Extent> {
  if (item.kind === "file") {
    return { count: 1, bytes: item.size, isRestricted: item.is_restricted, longestSuffix: 0, mounts: [] };
  }
  const mounts = await queries.all<MountItem>(
    sql`select ${itemColumns} from item where ${isInTree(item)} and target is not null order by path_key`,
  );
  const parts = [await measureItems(queries, isInTree(item), item.path_key)];
  for (const mount of mounts) {
    const part = await measureItems(queries, isBelow(mount.target, ""), "");
    const above = Buffer.byteLength(mount.path_key.slice(item.path_key.length));
    parts.push({ ...part, longestSuffix: part.longestSuffix + above });
  }
  return {
    count: sum(parts.map(({ count }) => count)),
    bytes: sum(parts.map(({ bytes }) => bytes)),
    isRestricted: parts.some(({ is_restricted }) => is_restricted),
    longestSuffix: Math.max(...parts.map(({ longestSuffix }) => longestSuffix)),
    mounts,
  };
}

interface Measure {
  count: number;
  bytes: number;
  is_restricted: boolean;
  longestSuffix: number;
}

async function measureItems(queries: Queries, condition: Sql, key: string): Promise<Measure> {
  const measure = await queries.first<Measure>(sql`
    select count(*) as count, coalesce(sum(size), 0)::bigint as bytes,
           coalesce(bool_or(is_restricted), false) as is_restricted,
           coalesce(max(octet_length(path_key)), 0) - octet_length(${key}::text) as "longestSuffix"
    from item where ${condition}`);
  if (measure === undefined) {
    throw new Error("The query returned no row.");
  }
  return measure;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
