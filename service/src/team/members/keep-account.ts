import sql from "sql-template-tag";
import { holdEmails } from "../../accounts/hold-emails.js";
import type { Queries } from "../../database/database.js";
import { completeQuietly } from "../../files/tree/change.js";
import { deleteItem } from "../../files/tree/delete.js";
import { itemColumns, type Item } from "../../files/tree/item.js";
import type { TeamChange } from "../change.js";
import { lockHomes, moveHome, type Owner } from "./move-home.js";
import type { MemberRow } from "./profile.js";
import { release } from "./release.js";

/** Why the files cannot be moved to the other account that has the same email. */
export type KeepingProblem = "email_not_verified" | "insufficient_space";

/**
 * Converts the account of a removed member to a personal account. If a personal account with the same email exists already,
 * moves the files to that account instead (B-204). The folders of the team stay with the team. Returns the problem if this is
 * impossible.
 */
export async function keepAccount(
  { queries, now }: TeamChange,
  member: MemberRow,
): Promise<KeepingProblem | undefined> {
  await holdEmails(queries, [member.email]);
  const other = await queries.first<Owner & { email_verified: boolean }>(sql`
    select id as account_id, home, email_verified from account
    where kind = 'personal' and lower(email) = lower(${member.email}) and not is_closed`);
  // Anyone can sign up with another person's email.
  if (other?.email_verified === false) {
    return "email_not_verified";
  }
  await lockHomes(queries, member, other ?? member);
  await leaveTeamFolders(queries, member, now);
  if (other === undefined) {
    await becomePersonal(queries, member);
    return undefined;
  }
  if (!(await moveHome(queries, member, other, now))) {
    return "insufficient_space";
  }
  await release(queries, [member.id]);
  return undefined;
}

async function becomePersonal(queries: Queries, member: MemberRow): Promise<void> {
  await queries.run(sql`update account set kind = 'personal' where id = ${member.account_id}`);
  // Another account of the same person is no longer paired with this one.
  await queries.run(sql`update account set paired_with = null where paired_with = ${member.account_id}`);
  await queries.run(sql`update member set is_released = true, recoverable_until = null where id = ${member.id}`);
}

/** Unmounts the team's folders from a locked storage. */
async function leaveTeamFolders(queries: Queries, { account_id, home }: MemberRow, now: Date): Promise<void> {
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
