import sql from "sql-template-tag";
import { countInvitation } from "./invitation.js";
import type { TeamChange } from "../change.js";

/**
 * Mails an invitation to a member who has not joined yet, or an invitation to migrate if they have a personal account. Other
 * members get no mail (B-208).
 */
export async function invite({ queries, team, now }: TeamChange, memberId: string): Promise<void> {
  const number = await countInvitation(queries, memberId);
  await queries.run(sql`select pg_notify('mail', '')`);
  await queries.run(sql`
    insert into mail (recipient, kind, member_id, detail, sent)
    select account.email,
           case when exists (select from account as own
                             where own.kind = 'personal' and not own.is_closed and lower(own.email) = lower(account.email))
                then 'migration' else 'invitation' end,
           member.id, jsonb_build_object('team', team.name, 'number', ${number}::int), ${now}
    from member join account on account.id = member.account_id join team on team.id = member.team_id
    where member.id = ${memberId} and member.team_id = ${team.id} and member.status = 'invited'`);
}
