import type { RelocationPath } from "cloud-storage-api/files";
import { locate } from "../tree/locate.js";
import { ancestorPaths } from "../tree/path.js";
import type { Reach } from "../tree/reach.js";

/** The places that the entries of a batch read or write, with the numbers of the entries. */
type Places = ReadonlyMap<string, ReadonlySet<number>>;

/** Whether an entry writes to a place that another entry reads or writes, so that their order would matter. */
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

/** Whether a place of one entry is the same as a place of another entry, or inside it. */
function isAnyWithin(inner: Places, outer: Places): boolean {
  return [...inner].some(([place, own]) =>
    [...ancestorPaths(place), place].some((folder) => areTwo(own, outer.get(folder) ?? new Set())),
  );
}

/** Whether an entry of one set is different from an entry of the other. */
function areTwo(ones: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  return ones.size > 0 && others.size > 0 && new Set([...ones, ...others]).size > 1;
}

/** The places that paths resolve to, as paths that start with the namespace. Omits malformed and inaccessible paths. */
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
