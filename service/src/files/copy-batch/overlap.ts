import type { RelocationPath } from "cloud-storage-api/files";
import { locate } from "../tree/locate.js";
import { ancestorPaths } from "../tree/path.js";
import type { Reach } from "../tree/reach.js";

/** The locations that the entries of a batch read or write, each with the indexes of these entries. */
type Places = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Returns whether an entry writes to a location that another entry reads or writes, so that the order of the entries would
 * matter.
 */
export async function doEntriesOverlap(reach: Reach, entries: readonly RelocationPath[]): Promise<boolean> {
  const sources = await findPlaces(
    reach,
    entries.map(({ from_path }) => from_path),
  );
  const targets = await findPlaces(
    reach,
    entries.map(({ to_path }) => to_path),
  );
  return isAnyWithin(targets, targets) || isAnyWithin(targets, sources) || isAnyWithin(sources, targets);
}

/** Returns whether a location of an entry equals a location of another entry, or is inside it. */
function isAnyWithin(inner: Places, outer: Places): boolean {
  return [...inner].some(([place, own]) =>
    [...ancestorPaths(place), place].some((folder) => areTwo(own, outer.get(folder) ?? new Set())),
  );
}

/** Returns whether one set contains an entry, and the other set a different entry. */
function areTwo(ones: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  return ones.size > 0 && others.size > 0 && new Set([...ones, ...others]).size > 1;
}

/** Resolves paths to locations, which are paths that start with the namespace. Omits malformed and inaccessible paths. */
async function findPlaces(reach: Reach, paths: readonly string[]): Promise<Places> {
  const places = new Map<string, Set<number>>();
  for (const [entry, path] of paths.entries()) {
    const location = await locate(reach, path);
    if (typeof location === "object") {
      const place = `/${location.view.namespace}${location.key}`;
      places.set(place, (places.get(place) ?? new Set()).add(entry));
    }
  }
  return places;
}
