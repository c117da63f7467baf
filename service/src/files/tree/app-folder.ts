import { unauthorized } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { UserCaller } from "../../access/caller.js";
import type { Queries } from "../../database/database.js";
import { addFolders } from "./add-folders.js";
import { beginChange, completeChange } from "./change.js";
import { itemAt } from "./item.js";
import { markedName } from "./names.js";
import { keyOf } from "./path.js";

const parent = "/Apps";

/** The path of the folder in the home that an app has to itself (B-026). It is made when it is first needed. */
export async function appFolder(queries: Queries, caller: UserCaller, now: Date): Promise<string> {
  return (await currentFolder(queries, caller)) ?? newFolder(queries, caller, now);
}

async function currentFolder(queries: Queries, { app, accountId, home }: UserCaller): Promise<string | undefined> {
  const folder = await queries.first<{ path: string }>(sql`
    select item.path from app_link join item on item.id = app_link.folder_id
    where app_link.app_key = ${app.key} and app_link.account_id = ${accountId} and item.namespace_id = ${home}`);
  return folder?.path;
}

async function isLinked(queries: Queries, { app, accountId }: UserCaller): Promise<boolean> {
  const link = await queries.first(
    sql`select from app_link where app_key = ${app.key} and account_id = ${accountId} for update`,
  );
  return link !== undefined;
}

async function newFolder(queries: Queries, caller: UserCaller, now: Date): Promise<string> {
  const { app, accountId, home } = caller;
  await queries.first(sql`select from namespace where id = ${home} for update`);
  const made = await currentFolder(queries, caller);
  if (made !== undefined) {
    return made;
  }
  if (!(await isLinked(queries, caller))) {
    throw unauthorized("invalid_access_token");
  }
  const name = app.name.replaceAll("/", " ").trim() || "App";
  for (let number = 0; ; number++) {
    const path = `${parent}/${number === 0 ? name : markedName(name, String(number), false)}`;
    const occupant = await itemAt(queries, home, keyOf(path));
    if (occupant === undefined) {
      const missing = (await itemAt(queries, home, keyOf(parent))) === undefined ? [parent, path] : [path];
      await addFolders(queries, home, await beginChange(queries, home, 0), missing);
      await completeChange(queries, [home], now);
    }
    // A folder that is there may be this app's, from before the link was revoked, but not another app's.
    const linked = await queries.run(sql`
      update app_link set folder_id = item.id from item
      where app_link.app_key = ${app.key} and app_link.account_id = ${accountId}
        and item.namespace_id = ${home} and item.path_key = ${keyOf(path)} and item.kind = 'folder'
        and not exists (select from app_link as other where other.folder_id = item.id)`);
    if (linked > 0) {
      return (await itemAt(queries, home, keyOf(path)))?.path ?? path;
    }
  }
}
