import { addFolders } from "./add-folders.js";
import { beginChange, completeChange } from "./change.js";
import { itemAt, type FolderItem } from "./item.js";
import type { Found } from "./locate.js";
import type { Reach } from "./reach.js";
import type { Target } from "./target.js";

/** Creates a folder at a free path, and the parent folders that are missing. */
export async function createFolderAt(
  { queries, now }: Reach,
  { view, path, key, missing }: Target,
): Promise<Found<FolderItem>> {
  const sequence = await beginChange(queries, view.namespace, 0);
  await addFolders(queries, view.namespace, sequence, [...missing, path]);
  await completeChange(queries, [view.namespace], now);
  const item = await itemAt(queries, view.namespace, key);
  if (item?.kind !== "folder") {
    throw new Error("The folder is missing.");
  }
  return { view, item };
}
