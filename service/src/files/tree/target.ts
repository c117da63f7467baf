import type { WriteErrorInput } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { addFolders, type Fail, type Item, itemColumns } from "./item.js";
import { locate } from "./locate.js";
import { addMark, ancestorPaths, baseName, isDisallowed, isTooLong, parentPath, pathKey } from "./path.js";
import type { Reach, View } from "./reach.js";

/** A path to which the caller may write. */
export interface Target {
  readonly view: View;
  /** The path, in which existing folders are spelled as stored, and the rest as the caller spelled it. */
  readonly path: string;
  readonly key: string;
  readonly name: string;
  /** The paths of missing parent folders, the outermost first. */
  readonly missing: readonly string[];
  /** The existing item at the path. */
  readonly occupant: Item | undefined;
}

/** Resolves a path to a target in locked namespaces. Fails if it is impossible to write there. */
export async function findTarget(reach: Reach, text: string, fail: Fail<WriteErrorInput>): Promise<Target> {
  const location = await locate(reach, text);
  if (typeof location === "string") {
    throw fail({ ".tag": "malformed_path", malformed_path: location });
  }
  if (location === undefined) {
    throw fail("no_write_permission");
  }
  const { view, path: requestedPath, key } = location;
  if (key === pathKey(view.root)) {
    throw fail({ ".tag": "malformed_path", malformed_path: "The path is the root folder." });
  }
  if (isTooLong(key)) {
    throw fail({ ".tag": "malformed_path", malformed_path: "The path is too long." });
  }
  const { occupant, folder } = await findOccupant(reach.queries, view.namespace, key);
  const depth = folder?.path_key.split("/").length ?? 1;
  const names = requestedPath.split("/").slice(depth);
  if (names.some(isDisallowed)) {
    throw fail("disallowed_name");
  }
  if (view.isReadOnly) {
    throw fail("no_write_permission");
  }
  if (folder?.kind === "file") {
    throw fail({ ".tag": "conflict", conflict: "file_ancestor" });
  }
  const path = [folder?.path ?? "", ...names].join("/");
  const missing = ancestorPaths(path).slice(depth - 1);
  return { view, path, key, name: baseName(path), missing, occupant };
}

/** Returns the item at a path, and the innermost existing parent, which may be a file. */
async function findOccupant(
  queries: Queries,
  namespace: number,
  key: string,
): Promise<{ occupant: Item | undefined; folder: Item | undefined }> {
  const items = await queries.all<Item>(sql`
    select ${itemColumns} from item
    where namespace_id = ${namespace} and path_key = any(${[...ancestorPaths(key), key]}) order by path_key desc`);
  const occupant = items.find(({ path_key }) => path_key === key);
  return { occupant, folder: items.find((item) => item !== occupant) };
}

/** Returns the conflict error for an existing item. */
export function conflictWith(occupant: Item): WriteErrorInput {
  return { ".tag": "conflict", conflict: occupant.kind === "file" ? "file" : "folder" };
}

/** How to choose another name if an item already has the requested one. */
export interface Renaming {
  readonly isFile: boolean;
  readonly mayRename: boolean;
  /** A phrase to add to the name before a number, such as `conflicted copy`; none by default. */
  readonly word?: string | undefined;
}

/**
 * Returns the target itself if its path is free, or a target with another name if renaming is allowed (B-114). Fails
 * otherwise.
 */
export async function findFreePlace(
  queries: Queries,
  target: Target,
  renaming: Renaming,
  fail: Fail<WriteErrorInput>,
): Promise<Target> {
  if (target.occupant === undefined) {
    return target;
  }
  if (!renaming.mayRename) {
    throw fail(conflictWith(target.occupant));
  }
  return freePlace(queries, target, renaming, fail);
}

/** The number of names that are tried at once. */
const step = 100;

/** Returns a target whose name is free and similar: `a (1).txt` in place of `a.txt`, or `a (word).txt`. */
async function freePlace(
  queries: Queries,
  target: Target,
  { isFile, word }: Renaming,
  fail: Fail<WriteErrorInput>,
): Promise<Target> {
  const folder = parentPath(target.path);
  for (let first = 1; ; first += step) {
    const names = Array.from({ length: step }, (_, index) =>
      addMark(target.name, formatMark(word, first + index), isFile),
    );
    const keys = names.map((name) => pathKey(`${folder}/${name}`));
    const existingItems = await queries.all<{ path_key: string }>(
      sql`select path_key from item where namespace_id = ${target.view.namespace} and path_key = any(${keys})`,
    );
    const free = names.find((_, index) => !existingItems.some(({ path_key }) => path_key === keys[index]));
    if (free !== undefined) {
      const path = `${folder}/${free}`;
      if (isTooLong(pathKey(path))) {
        throw fail({ ".tag": "malformed_path", malformed_path: "Every other name would be too long." });
      }
      return { ...target, path, key: pathKey(path), name: free, occupant: undefined };
    }
  }
}

function formatMark(word: string | undefined, number: number): string {
  if (word === undefined) {
    return String(number);
  }
  return number === 1 ? word : `${word} ${number}`;
}

/** Creates the missing parent folders of a target, as part of a change. */
export async function addMissing(queries: Queries, { view, missing }: Target, sequence: number): Promise<void> {
  if (missing.length > 0) {
    await addFolders(queries, view.namespace, sequence, missing);
  }
}
