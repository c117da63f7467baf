import type { LookupErrorInput } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import { type Fail, itemAt, type Item } from "./item.js";
import { ancestorPaths, joinNames, pathKey, parsePath, type ParsedPath } from "./path.js";
import { homeView, isShown, viewNamespace, type Reach, type View } from "./reach.js";

/** A path in a namespace, at which there may be no item. The root has an empty path. */
interface Location {
  readonly view: View;
  /** The path as the caller spelled it. */
  readonly path: string;
  readonly key: string;
}

/** An item, and its namespace as the caller sees it. */
export interface LocatedItem<Kind extends Item = Item> {
  readonly view: View;
  readonly item: Kind;
}

/** Resolves a path of the API. Returns a sentence if the path is malformed; undefined if the location is inaccessible. */
export async function locate(reach: Reach, text: string): Promise<Location | string | undefined> {
  const parsed = parsePath(text);
  return typeof parsed === "string" ? parsed : locateParsed(reach, parsed);
}

async function locateParsed(reach: Reach, { start, names }: ParsedPath): Promise<Location | undefined> {
  switch (start.kind) {
    case "root":
      return descend(reach, homeView(reach), reach.root + joinNames(names));
    case "namespace":
      return locateInNamespace(reach, start.id, joinNames(names));
    case "item":
      return fromItem(reach, start.id, joinNames(names));
    case "revision":
      return undefined;
  }
}

async function locateInNamespace(reach: Reach, namespace: number, path: string): Promise<Location | undefined> {
  // Apps with an app folder must not see the rest of the home through this path.
  const view = namespace === reach.caller.home && reach.root !== "" ? undefined : await viewNamespace(reach, namespace);
  if (view === undefined) {
    return undefined;
  }
  return path === "" && view.kind !== "home" && view.mountedAt !== undefined
    ? descend(reach, homeView(reach), reach.root + view.mountedAt)
    : descend(reach, view, path);
}

async function fromItem(reach: Reach, id: string, path: string): Promise<Location | undefined> {
  const item = await reach.queries.first<{ namespace_id: number; path: string }>(
    sql`select namespace_id, path from item where id = ${id}`,
  );
  const view = item && (await viewNamespace(reach, item.namespace_id));
  return item && view && isShown(view, pathKey(item.path)) ? descend(reach, view, item.path + path) : undefined;
}

/** Follows a path of a namespace through mounts. */
async function descend(reach: Reach, view: View, path: string): Promise<Location | undefined> {
  const key = pathKey(path);
  const mount =
    view.kind === "home"
      ? await reach.queries.first<{ path_key: string; target: number }>(sql`
          select path_key, target from item
          where namespace_id = ${view.namespace} and path_key = any(${ancestorPaths(key)}) and target is not null`)
      : undefined;
  if (mount === undefined) {
    return { view, path, key };
  }
  const inner = await viewNamespace(reach, mount.target);
  const depth = mount.path_key.split("/").length;
  return inner && descend(reach, inner, joinNames(path.split("/").slice(depth)));
}

/** Returns the item to which a path resolves. Fails if there is none, or for the root, which is not an item. */
export async function findItem(reach: Reach, path: string, fail: Fail<LookupErrorInput>): Promise<LocatedItem> {
  const location = await findLocation(reach, path, fail);
  const { view, key } = location;
  if (key === pathKey(view.root)) {
    throw fail({ ".tag": "malformed_path", malformed_path: "The path is the root folder." });
  }
  const item = await itemAt(reach.queries, view.namespace, key);
  if (item === undefined) {
    throw fail("not_found");
  }
  return { view, item };
}

/** Returns the location to which a path resolves. Fails if the path is malformed or the location is inaccessible. */
export async function findLocation(reach: Reach, path: string, fail: Fail<LookupErrorInput>): Promise<Location> {
  const location = await locate(reach, path);
  if (typeof location === "string") {
    throw fail({ ".tag": "malformed_path", malformed_path: location });
  }
  if (location === undefined) {
    throw fail("not_found");
  }
  return location;
}
