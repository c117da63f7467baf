import type { RelocationErrorInput, WriteErrorInput } from "cloud-storage-api/files";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { type Fail, isBelow, isInTree, type Item, itemColumns, type MountItem } from "./item.js";
import { findItem, type LocatedItem } from "./locate.js";
import { isTooLong, isWithin, longestPath } from "./path.js";
import type { Reach } from "./reach.js";
import { findTarget, type Target } from "./target.js";

/** The maximum number of files and folders that one call can copy or move (B-121). */
export const relocationLimit = 10_000;

/** A copy or move. */
interface Relocation {
  readonly source: LocatedItem;
  readonly extent: Extent;
  readonly target: Target;
}

/**
 * Resolves the source and the target of a copy or move. Fails if they are invalid. An item at the target is not an error here.
 */
export async function findRelocation(
  reach: Reach,
  { from_path, to_path }: { readonly from_path: string; readonly to_path: string },
  fail: Fail<RelocationErrorInput>,
): Promise<Relocation> {
  const source = await findItem(reach, from_path, (error) => fail({ ".tag": "from_lookup", from_lookup: error }));
  const extent = await measureExtent(reach.queries, source.item);
  if (extent.isRestricted) {
    throw fail({ ".tag": "from_lookup", from_lookup: "restricted_content" });
  }
  const target = await findTarget(reach, to_path, failInTarget(fail));
  if (isInside(target, source)) {
    throw fail("cant_move_folder_into_itself");
  }
  return { source, extent, target };
}

/** Fails if there are too many files and folders to copy or move, or if the paths would become too long. */
export function checkExtent({ extent, target }: Relocation, limit: number, fail: Fail<RelocationErrorInput>): void {
  if (extent.count > limit) {
    throw fail("too_many_files");
  }
  if (isTooLong(target.key + "x".repeat(Math.min(extent.longestSuffix, longestPath)))) {
    throw failInTarget(fail)({ ".tag": "malformed_path", malformed_path: "Paths below it would be too long." });
  }
}

/** Converts a function for errors of a copy or move into one for errors that concern the target. */
export function failInTarget(fail: Fail<RelocationErrorInput>): Fail<WriteErrorInput> {
  return (error) => fail({ ".tag": "to", to: error });
}

/** Returns whether a target is inside a folder or a mounted namespace. */
function isInside({ view, key }: Target, { item }: LocatedItem): boolean {
  switch (item.kind) {
    case "file":
      return false;
    case "folder":
      return view.namespace === item.namespace_id && key !== item.path_key && isWithin(key, item.path_key);
    case "mount":
      return view.namespace === item.target;
  }
}

/** The size of an item with everything in it, including mounted folders. */
interface Extent {
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
async function measureExtent(queries: Queries, item: Item): Promise<Extent> {
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
