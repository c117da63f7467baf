import type { RelocationArg, RelocationErrorInput } from "cloud-storage-api/files";
import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { beginChange, checkSpace, completeChange } from "./change.js";
import { countBytes, recordTombstones } from "./delete.js";
import { type Fail, isInTree, type Item, itemAt } from "./item.js";
import type { LocatedItem } from "./locate.js";
import { parentPath } from "./path.js";
import type { Reach } from "./reach.js";
import { checkExtent, findRelocation, failInTarget, relocationLimit } from "./relocation.js";
import { addMissing, findFreePlace, type Target } from "./target.js";

/** Moves a file or folder and everything in it. The namespaces must be locked. Items keep their ids. */
export async function moveItem(
  reach: Reach,
  arg: RelocationArg,
  fail: Fail<RelocationErrorInput>,
): Promise<LocatedItem> {
  const { queries, now } = reach;
  const relocation = await findRelocation(reach, arg, fail);
  const { item, view } = relocation.source;
  if (view.isReadOnly) {
    throw fail({ ".tag": "from_write", from_write: "no_write_permission" });
  }
  checkMounts(reach, relocation.target, relocation.extent.mounts.length > 0, fail);
  const target = isRespelled(item, relocation.target)
    ? relocation.target
    : await findFreePlace(
        queries,
        relocation.target,
        { isFile: item.kind === "file", mayRename: arg.autorename },
        failInTarget(fail),
      );
  checkExtent({ ...relocation, target }, relocationLimit, fail);
  const bytes = await countBytes(queries, item);
  if (target.view.namespace !== view.namespace) {
    await checkSpace(queries, target.view.namespace, bytes, failInTarget(fail));
  }
  await moveTree(queries, item, target, bytes, now);
  const moved = await itemAt(queries, target.view.namespace, target.key);
  if (moved === undefined) {
    throw new Error("The moved item is missing.");
  }
  return { view: target.view, item: moved };
}

/** Fails if mounts in an item would leave their home. */
function checkMounts({ caller }: Reach, { view }: Target, hasMounts: boolean, fail: Fail<RelocationErrorInput>): void {
  if (hasMounts && view.kind !== "home") {
    throw fail("cant_nest_shared_folder");
  }
  if (hasMounts && view.namespace !== caller.home) {
    throw failInTarget(fail)("no_write_permission");
  }
}

/** Returns whether only the case of an item's name changes. */
function isRespelled(item: Item, { occupant, name }: Target): boolean {
  return occupant?.id === item.id && name !== item.name;
}

async function moveTree(queries: Queries, item: Item, target: Target, bytes: number, now: Date): Promise<void> {
  const [from, to] = [item.namespace_id, target.view.namespace];
  const sequence = await beginChange(queries, to, from === to ? 0 : bytes);
  const departure = from === to ? sequence : await beginChange(queries, from, -bytes);
  await addMissing(queries, target, sequence);
  if (from !== to || item.path_key !== target.key) {
    await recordTombstones(queries, item, departure, now);
  }
  await queries.run(sql`
    update item set
      namespace_id = ${to}, sequence = ${sequence},
      parent_key = case when path_key = ${item.path_key} then ${parentPath(target.key)}
                        else ${target.key} || substr(parent_key, length(${item.path_key}::text) + 1) end,
      path = ${target.path} || substr(path, length(${item.path}::text) + 1),
      path_key = ${target.key} || substr(path_key, length(${item.path_key}::text) + 1),
      name = case when path_key = ${item.path_key} then ${target.name} else name end
    where ${isInTree(item)}`);
  if (from !== to) {
    // Revisions move together with their file, because the old namespace may be deleted.
    await queries.run(sql`
      update revision set namespace_id = item.namespace_id, path_key = item.path_key
      from item where item.id = revision.item_id and item.kind = 'file' and item.namespace_id = ${to}
        and revision.namespace_id <> ${to} and item.sequence = ${sequence}`);
  }
  await completeChange(queries, from === to ? [to] : [from, to], now);
}
