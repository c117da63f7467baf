import type { RelocationErrorInput, WriteErrorInput } from "cloud-storage-api/files";
import { measureExtent, type Extent } from "./extent.js";
import type { Fail } from "./fail.js";
import { findItem, type Found } from "./locate.js";
import { isTooLong, isWithin, longestPath } from "./path.js";
import type { Reach } from "./reach.js";
import { findTarget, type Target } from "./target.js";

/** The maximum number of files and folders that one call can copy or move (B-121). */
export const relocationLimit = 10_000;

/** A copy or move. */
export interface Relocation {
  readonly source: Found;
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
function isInside({ view, key }: Target, { item }: Found): boolean {
  switch (item.kind) {
    case "file":
      return false;
    case "folder":
      return view.namespace === item.namespace_id && key !== item.path_key && isWithin(key, item.path_key);
    case "mount":
      return view.namespace === item.target;
  }
}
