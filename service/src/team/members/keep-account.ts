import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import type { MemberRow } from "./profile.js";

/**
 * Makes the account of somebody who was removed a personal one, which cannot come back to the team as it is (B-204).
 * False if there is a personal account with that email already.
 */
export async function keepAccount(queries: Queries, member: MemberRow): Promise<boolean> {
  const kept = await queries.run(sql`
    update account set kind = 'personal'
    where id = ${member.account_id} and not exists (
      select from account as other
      where other.kind = 'personal' and lower(other.email) = lower(account.email) and not other.is_closed)`);
  // Another one of the same person is no longer paired with it.
  await queries.run(sql`update account set paired_with = null where paired_with = ${member.account_id}`);
  await queries.run(sql`update member set is_released = true, recoverable_until = null where id = ${member.id}`);
  return kept > 0;
}
