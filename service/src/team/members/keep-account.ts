import sql from "sql-template-tag";
import { holdEmails } from "../../accounts/hold-emails.js";
import type { Queries } from "../../database/database.js";
import { completeQuietly } from "../../files/tree/change.js";
import { deleteItem } from "../../files/tree/delete.js";
import { itemColumns, type Item } from "../../files/tree/item.js";
import { lockNamespaces } from "../../files/tree/lock.js";
import type { TeamChange } from "../change.js";
import type { MemberRow } from "./profile.js";

/**
 * Makes the account of somebody who was removed a personal one, without the folders of the team, which cannot come back to
 * the team as it is (B-204). False if there is a personal account with that email already.
 */
export async function keepAccount({ queries, now }: TeamChange, member: MemberRow): Promise<boolean> {
  await holdEmails(queries, [member.email]);
  const kept = await queries.run(sql`
    update account set kind = 'personal'
    where id = ${member.account_id} and not exists (
      select from account as other
      where other.kind = 'personal' and lower(other.email) = lower(account.email) and not other.is_closed)`);
  // Another one of the same person is no longer paired with it.
  await queries.run(sql`update account set paired_with = null where paired_with = ${member.account_id}`);
  await queries.run(sql`update member set is_released = true, recoverable_until = null where id = ${member.id}`);
  await leaveTeamFolders(queries, member, now);
  return kept > 0;
}

/** Takes what is the team's out of a storage. */
async function leaveTeamFolders(queries: Queries, { account_id, home }: MemberRow, now: Date): Promise<void> {
  await lockNamespaces(queries, [home]);
  const isOfTeam = sql`in (select id from namespace where kind = 'team')`;
  const mounts = await queries.all<Item>(
    sql`select ${itemColumns} from item where namespace_id = ${home} and target ${isOfTeam} order by path_key`,
  );
  for (const mount of mounts) {
    await deleteItem(queries, mount, now);
  }
  await completeQuietly(queries, [home]);
  await queries.run(sql`delete from namespace_member where account_id = ${account_id} and namespace_id ${isOfTeam}`);
}
