import type { RevokeLinkedApiAppArg } from "cloud-storage-api/team";
import sql from "sql-template-tag";
import { nameActor, toActor } from "../../access/audit.js";
import type { TeamCaller } from "../../access/caller.js";
import { unlinkAccount } from "../../access/links.js";
import type { Clock } from "../../clock.js";
import type { Database, Queries } from "../../database/database.js";
import { completeQuietly } from "../../files/tree/change.js";
import { deleteItem } from "../../files/tree/delete.js";
import { itemColumns, type Item } from "../../files/tree/item.js";
import { lockNamespaces } from "../../files/tree/lock.js";
import { isMember } from "../members/is-member.js";

/**
 * Unlinks an app from a member, revokes its tokens (B-174), and deletes its folder unless it is to be kept (B-175). Returns
 * the error if that is impossible.
 */
export function revokeApp(
  database: Database,
  clock: Clock,
  caller: TeamCaller,
  { app_id, team_member_id, keep_app_folder }: RevokeLinkedApiAppArg,
): Promise<"member_not_found" | "app_not_found" | undefined> {
  return database.transaction(async (queries) => {
    await nameActor(queries, toActor(caller));
    if (!(await isMember(queries, caller.teamId, team_member_id))) {
      return "member_not_found";
    }
    if (!keep_app_folder) {
      await lockHome(queries, team_member_id);
    }
    const member = await queries.first<{ account_id: string }>(
      sql`select account_id from member where id = ${team_member_id}`,
    );
    const link = member && (await unlinkAccount(queries, app_id, member.account_id));
    if (link === undefined) {
      return "app_not_found";
    }
    if (!keep_app_folder && link.folder_id !== null) {
      await deleteFolder(queries, member?.account_id ?? "", link.folder_id, await clock.now(queries));
    }
    return undefined;
  }, caller.teamId);
}

/** Locks a member's storage before the link: the same order as when an app folder is created. */
async function lockHome(queries: Queries, memberId: string): Promise<void> {
  const account = await queries.first<{ home: number }>(
    sql`select home from account join member on member.account_id = account.id where member.id = ${memberId}`,
  );
  await lockNamespaces(queries, account === undefined ? [] : [account.home]);
}

/** Deletes a folder from a locked home. The folder may already have been deleted or moved. */
async function deleteFolder(queries: Queries, accountId: string, folderId: string, now: Date): Promise<void> {
  const folder = await queries.first<Item>(sql`
    select ${itemColumns} from item
    where id = ${folderId} and namespace_id = (select home from account where id = ${accountId})`);
  if (folder !== undefined) {
    await deleteItem(queries, folder, now);
    await completeQuietly(queries, [folder.namespace_id]);
  }
}
