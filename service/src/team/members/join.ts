import sql from "sql-template-tag";
import type { Clock } from "../../clock.js";
import type { Queries } from "../../database/database.js";
import { notifyOfMembers } from "../../webhooks/notify.js";
import { beginChange } from "../change.js";

/**
 * Makes an invited member join their team (N-03), in the transaction of these queries. Returns false if the member is not
 * invited.
 */
export async function join(queries: Queries, clock: Clock, memberId: string): Promise<boolean> {
  const invited = await queries.first<{ team_id: string; account_id: string }>(
    sql`select team_id, account_id from member where id = ${memberId}`,
  );
  if (invited === undefined) {
    return false;
  }
  const { team, now } = await beginChange(queries, clock, invited.team_id);
  const joined = await queries.run(
    sql`update member set status = 'active', joined = ${now} where id = ${memberId} and status = 'invited'`,
  );
  if (joined === 0) {
    return false;
  }
  await queries.run(sql`update account set email_verified = true where id = ${invited.account_id}`);
  // From now on, a personal account of the same person is paired with the new account.
  await queries.run(sql`
    update account as personal set paired_with = work.id
    from account as work
    where work.id = ${invited.account_id} and personal.kind = 'personal' and not personal.is_closed
      and personal.paired_with is null and lower(personal.email) = lower(work.email)`);
  await notifyOfMembers(queries, team.id, [memberId], now);
  return true;
}
