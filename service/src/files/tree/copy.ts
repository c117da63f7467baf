import type { RelocationArg, RelocationErrorInput } from "cloud-storage-api/files";
import sql, { type Sql } from "sql-template-tag";
import { beginChange, checkSpace, completeQuietly } from "./change.js";
import { type Fail, freshItemId, isInTree, itemAt } from "./item.js";
import type { LocatedItem } from "./locate.js";
import { parentPath } from "./path.js";
import { viewNamespace, type Reach } from "./reach.js";
import { checkExtent, findRelocation, failInTarget, relocationLimit } from "./relocation.js";
import { addMissing, findFreePlace } from "./target.js";

/** A copied item, and the number of files and folders in it. */
export interface Copy extends LocatedItem {
  readonly count: number;
}

/**
 * Copies a file or folder and everything in it, including mounted folders: at most `limit` files and folders. The namespaces
 * must be locked. Contents are shared, so no bytes are copied. The caller must notify the apps.
 */
export async function copyItem(
  reach: Reach,
  arg: RelocationArg,
  fail: Fail<RelocationErrorInput>,
  limit = relocationLimit,
): Promise<Copy> {
  const { queries, caller, now } = reach;
  const relocation = await findRelocation(reach, arg, fail);
  const { source, extent } = relocation;
  if (extent.mounts.length > 0 && !arg.allow_shared_folder) {
    throw fail("cant_copy_shared_folder");
  }
  for (const mount of extent.mounts) {
    // An administrator can access a member's storage, but not everything that is mounted in it (B-102).
    if ((await viewNamespace(reach, mount.target)) === undefined) {
      throw fail({ ".tag": "from_lookup", from_lookup: "restricted_content" });
    }
  }
  // A folder that contains mounts can only be copied within a home, although the copy is not shared.
  if (extent.mounts.length > 0 && relocation.target.view.kind !== "home") {
    throw fail("cant_nest_shared_folder");
  }
  const renaming = { isFile: source.item.kind === "file", mayRename: arg.autorename };
  const target = await findFreePlace(queries, relocation.target, renaming, failInTarget(fail));
  checkExtent({ ...relocation, target }, limit, fail);
  const { namespace } = target.view;
  await checkSpace(queries, namespace, extent.bytes, failInTarget(fail));

  const sequence = await beginChange(queries, namespace, extent.bytes);
  await addMissing(queries, target, sequence);
  const copyTree = (tree: Tree, to: Place): Promise<number> =>
    queries.run(copyStatement(tree, to, { namespace, sequence, account: caller.accountId, now }));
  await copyTree(source.item, target);
  for (const mount of extent.mounts) {
    const place = {
      path: target.path + mount.path.slice(source.item.path.length),
      key: target.key + mount.path_key.slice(source.item.path_key.length),
      name: mount.name,
    };
    await copyTree({ namespace_id: mount.target, path: "", path_key: "" }, place);
  }
  await completeQuietly(queries, [namespace]);
  const item = await itemAt(queries, namespace, target.key);
  if (item === undefined) {
    throw new Error("The copy is missing.");
  }
  return { view: target.view, item, count: extent.count };
}

/** An item and everything in it. An empty path stands for the whole content of a namespace. */
interface Tree {
  readonly namespace_id: number;
  readonly path: string;
  readonly path_key: string;
}

interface Place {
  readonly path: string;
  readonly key: string;
  readonly name: string;
}

interface CopyContext {
  readonly namespace: number;
  readonly sequence: number;
  readonly account: string;
  readonly now: Date;
}

/** Returns a statement that copies a whole tree. Mounts become folders. */
function copyStatement(tree: Tree, to: Place, { namespace, sequence, account, now }: CopyContext): Sql {
  return sql`
    with copied as (
      insert into item (id, namespace_id, parent_key, path, path_key, name, kind, sequence, content, size, rev,
                        client_modified, server_modified, modified_by, media_info, property_groups)
      select ${freshItemId}, ${namespace},
             case when path_key = ${tree.path_key} then ${parentPath(to.key)}
                  else ${to.key} || substr(parent_key, length(${tree.path_key}::text) + 1) end,
             ${to.path} || substr(path, length(${tree.path}::text) + 1),
             ${to.key} || substr(path_key, length(${tree.path_key}::text) + 1),
             case when path_key = ${tree.path_key} then ${to.name} else name end,
             case kind when 'mount' then 'folder' else kind end, ${sequence}, content, size,
             case kind when 'file' then to_hex(nextval('rev_number')) end, client_modified,
             case kind when 'file' then ${now}::timestamptz end, case kind when 'file' then ${account} end,
             media_info, property_groups
      from item where ${isInTree(tree)}
      returning *)
    insert into revision (rev, item_id, namespace_id, path_key, name, content, size, client_modified, server_modified,
                          modified_by)
    select rev, id, namespace_id, path_key, name, content, size, client_modified, server_modified, modified_by
    from copied where kind = 'file'`;
}
