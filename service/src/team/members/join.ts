import sql from "sql-template-tag";
import type { Queries } from "../../database/database.js";
import { notifyOfMembers } from "../../webhooks/notify.js";

/** Lets an invited member join their team (N-03); whether it is one. */
export async function join(queries: Queries, memberId: string, now: Date): Promise<boolean> {
  const member = await queries.first<{ team_id: string; account_id: string }>(sql`
    update member set status = 'active', joined = ${now} where id = ${memberId} and status = 'invited'
    returning team_id, account_id`);
  if (member === undefined) {
    return false;
  }
  await queries.run(sql`update account set email_verified = true where id = ${member.account_id}`);
  // A personal account of the same person is paired with the new one from now on.
  await queries.run(sql`
    update account as personal set paired_with = work.id
    from account as work
    where work.id = ${member.account_id} and personal.kind = 'personal' and not personal.is_closed
      and personal.paired_with is null and lower(personal.email) = lower(work.email)`);
  await notifyOfMembers(queries, member.team_id, [memberId], now);
  return true;
}
