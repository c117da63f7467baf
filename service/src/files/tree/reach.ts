import { unauthorized } from "cloud-storage-api/server";
import sql from "sql-template-tag";
import type { UserCaller } from "../../access/caller.js";
import type { Clock } from "../../clock.js";
import type { Database, Queries } from "../../database/database.js";
import { beginChange, completeChange } from "./change.js";
import { addFolders, itemAt } from "./item.js";
import { addMark, baseName, folderName, isWithin, parentPath, pathKey } from "./path.js";

/** The storage that a caller can access, and the connection through which it is accessed. */
export interface Reach {
  readonly queries: Queries;
  readonly caller: UserCaller;
  readonly now: Date;
  /** The path in the home of the folder that is the caller's root (B-026); empty if the home itself is the root. */
  readonly root: string;
}

/** A namespace as a caller sees it. */
export interface View {
  readonly namespace: number;
  readonly kind: "home" | "shared" | "team";
  readonly isReadOnly: boolean;
  /** The path of the namespace's root for the caller; undefined if it is not mounted. */
  readonly mountedAt: string | undefined;
  /** The path in the namespace of the folder to which the caller is restricted; empty if there is no restriction. */
  readonly root: string;
}

/** Runs work on a caller's storage, in one transaction. */
export function withReach<Result>(
  database: Database,
  clock: Clock,
  caller: UserCaller,
  work: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  return database.transaction(
    async (queries) => work(await loadReach(queries, caller, await clock.now(queries))),
    ownerOfAppFolder(caller),
  );
}

/**
 * Runs work that only reads a caller's storage. It needs no transaction, because at our isolation level (read committed) each
 * statement of a transaction sees the data that is committed when the statement runs. Only the app folder may have to be
 * created first, in a transaction.
 */
export async function readWithReach<Result>(
  database: Database,
  clock: Clock,
  caller: UserCaller,
  work: (reach: Reach) => Promise<Result>,
): Promise<Result> {
  const now = await clock.now(database);
  const reach =
    caller.app.access === "app_folder"
      ? await database.transaction((queries) => loadReach(queries, caller, now), ownerOfAppFolder(caller))
      : await loadReach(database, caller, now);
  return work({ ...reach, queries: database });
}

/** Returns the owner of transactions that may create an app folder, which waits for the lock of the home; otherwise undefined. */
function ownerOfAppFolder({ app, accountId }: UserCaller): string | undefined {
  return app.access === "app_folder" ? `app folder of ${accountId}` : undefined;
}

/** Determines what a caller can access. Creates the app folder if it does not exist. */
export async function loadReach(queries: Queries, caller: UserCaller, now: Date): Promise<Reach> {
  const root = caller.app.access === "app_folder" ? await appFolder(queries, caller, now) : "";
  return { queries, caller, now, root };
}

/** Returns the view of the caller's home. */
export function homeView({ caller, root }: Reach): View {
  return { namespace: caller.home, kind: "home", isReadOnly: false, mountedAt: "", root };
}

/**
 * Returns a namespace as the caller sees it; undefined if they cannot access it. It must be mounted in the home, unless an
 * administrator accesses something that the team owns (B-098, B-099). Archived team folders are inaccessible.
 */
export async function viewNamespace(reach: Reach, namespace: number): Promise<View | undefined> {
  const { queries, caller } = reach;
  if (namespace === caller.home) {
    return homeView(reach);
  }
  const administered = caller.isAdmin ? (caller.member?.teamId ?? null) : null;
  const row = await queries.first<NamespaceRow>(sql`
    select namespace.kind, mount.path as mounted_at, namespace_member.is_read_only,
           namespace.team_id = ${administered}::text or exists (
             select from member join account on account.id = member.account_id
             where member.team_id = ${administered}::text and account.kind = 'work' and not account.is_closed
               and (account.home = namespace.id or account.id = namespace.owner_id)) as is_administered
    from namespace
    left join namespace_member
      on namespace_member.namespace_id = namespace.id and namespace_member.account_id = ${caller.accountId}
    left join item as mount on mount.namespace_id = ${caller.home} and mount.target = namespace.id
    where namespace.id = ${namespace} and namespace.status is distinct from 'archived'`);
  if (row === undefined) {
    return undefined;
  }
  const { kind, mounted_at, is_read_only, is_administered } = row;
  if (mounted_at !== null && is_read_only !== null && isWithin(pathKey(mounted_at), pathKey(reach.root))) {
    const isReadOnly = is_read_only && is_administered !== true;
    return { namespace, kind, isReadOnly, mountedAt: mounted_at.slice(reach.root.length), root: "" };
  }
  return is_administered === true ? { namespace, kind, isReadOnly: false, mountedAt: undefined, root: "" } : undefined;
}

interface NamespaceRow {
  kind: View["kind"];
  mounted_at: string | null;
  is_read_only: boolean | null;
  is_administered: boolean | null;
}

/** Converts a path in a namespace to a path for the caller; undefined if the namespace is not mounted (B-035). */
export function displayPath({ mountedAt, root }: View, path: string): string | undefined {
  return mountedAt === undefined ? undefined : mountedAt + path.slice(root.length);
}

/** Returns whether a key is in the part of a namespace that the caller can see. */
export function isShown({ root }: View, key: string): boolean {
  return isWithin(key, pathKey(root));
}

/** Returns the path of the app folder in the home (B-026). The folder is created on first use. */
async function appFolder(queries: Queries, caller: UserCaller, now: Date): Promise<string> {
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
