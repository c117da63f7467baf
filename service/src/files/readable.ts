import type { LookupErrorInput } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import type { Fail } from "./tree/fail.js";
import { itemColumns, type FileItem, type Item } from "./tree/item.js";
import { findItem, type Found } from "./tree/locate.js";
import { parsePath } from "./tree/path.js";
import { isShown, viewNamespace, type Reach } from "./tree/reach.js";
import { revisionAsFile, revisionColumns, type Revision } from "./tree/revision.js";

/** Returns what a path resolves to, for reading: an item, or a revision of a file. Fails if there is none. */
export async function findReadable(reach: Reach, path: string, fail: Fail<LookupErrorInput>): Promise<Found> {
  const parsed = parsePath(path);
  if (typeof parsed === "string" || parsed.start.kind !== "revision") {
    return findItem(reach, path, fail);
  }
  const found = parsed.names.length === 0 ? await findRevision(reach, parsed.start.rev) : undefined;
  if (found === undefined) {
    throw fail("not_found");
  }
  return found;
}

/** Returns the file that a path resolves to, if its content is accessible. Fails otherwise. */
export async function findContent(reach: Reach, path: string, fail: Fail<LookupErrorInput>): Promise<Found<FileItem>> {
  const { view, item } = await findReadable(reach, path, fail);
  if (item.kind !== "file") {
    throw fail("not_file");
  }
  if (item.is_restricted) {
    throw fail("restricted_content");
  }
  return { view, item };
}

/**
 * Returns a revision as a file: at the current path of the file if the file still exists, otherwise at its former path.
 * Undefined if there is no such revision, or if it is inaccessible.
 */
async function findRevision(reach: Reach, rev: string): Promise<Found | undefined> {
  const { queries } = reach;
  const revision = await queries.first<Revision>(sql`select ${revisionColumns} from revision where rev = ${rev}`);
  if (revision === undefined) {
    return undefined;
  }
  const file = await queries.first<Item>(sql`select ${itemColumns} from item where id = ${revision.item_id}`);
  const view = await viewNamespace(reach, file?.namespace_id ?? revision.namespace_id);
  const item = revisionAsFile(revision, file);
  return view && isShown(view, item.path_key) ? { view, item } : undefined;
}
