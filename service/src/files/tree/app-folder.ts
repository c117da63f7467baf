import { unauthorized } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { UserCaller } from "../../access/caller.js";
import type { Queries } from "../../database/database.js";
import { addFolders } from "./add-folders.js";
import { beginChange, completeChange } from "./change.js";
import { itemAt } from "./item.js";
import { folderName, addMark } from "./names.js";
import { pathKey, baseName, parentPath } from "./path.js";

/** Returns the path of the app folder in the home (B-026). The folder is created on first use. */
export async function appFolder(queries: Queries, caller: UserCaller, now: Date): Promise<string> {
  return (await currentFolder(queries, caller)) ?? newFolder(queries, caller, now);
}

async function currentFolder(queries: Queries, { app, accountId, home }: UserCaller): Promise<string | undefined> {
  const folder = await queries.first<{ path: string }>(sql`
    select item.path from app_link join item on item.id = app_link.folder_id
    where app_link.app_key = ${app.key} and app_link.account_id = ${accountId} and item.namespace_id = ${home}`);
  return folder?.path;
}

/** Returns whether the app may still act for the account, which may have been closed since authentication. */
async function isLinked(queries: Queries, { app, accountId }: UserCaller): Promise<boolean> {
  const link = await queries.first(sql`
    select from app_link join account on account.id = app_link.account_id
    where app_link.app_key = ${app.key} and app_link.account_id = ${accountId} and not account.is_closed
    for update of app_link`);
  return link !== undefined;
}

async function newFolder(queries: Queries, caller: UserCaller, now: Date): Promise<string> {
  const { app, accountId, home } = caller;
  await queries.first(sql`select from namespace where id = ${home} for update`);
  const existing = await currentFolder(queries, caller);
  if (existing !== undefined) {
    return existing;
  }
  if (!(await isLinked(queries, caller))) {
    throw unauthorized("invalid_access_token");
  }
  const parent = await folderPath(queries, home, now, "/Apps", () => true);
  const path = await folderPath(queries, home, now, `${parent}/${folderName(app.name, "App")}`, (id) =>
    isUnassigned(queries, id),
  );
  await queries.run(sql`
    update app_link set folder_id = item.id from item
    where app_link.app_key = ${app.key} and app_link.account_id = ${accountId}
      and item.namespace_id = ${home} and item.path_key = ${pathKey(path)}`);
  return path;
}

/** Returns the path of a folder that `willDo` accepts, or of a new folder. Adds a number to the name until it finds one. */
async function folderPath(
  queries: Queries,
  home: number,
  now: Date,
  path: string,
  willDo: (folderId: string) => boolean | Promise<boolean>,
): Promise<string> {
  for (let number = 0; ; number++) {
    const numbered = number === 0 ? path : `${parentPath(path)}/${addMark(baseName(path), String(number), false)}`;
    const occupant = await itemAt(queries, home, pathKey(numbered));
    if (occupant === undefined) {
      await addFolders(queries, home, await beginChange(queries, home, 0), [numbered]);
      await completeChange(queries, [home], now);
      return numbered;
    }
    if (occupant.kind === "folder" && (await willDo(occupant.id))) {
      return occupant.path;
    }
  }
}

/**
 * Returns whether no linked app uses a folder. The folder may be left over from an earlier link of this app, but must not
 * belong to another app.
 */
async function isUnassigned(queries: Queries, folderId: string): Promise<boolean> {
  return (await queries.first(sql`select from app_link where folder_id = ${folderId}`)) === undefined;
}
