import sql from "sql-template-tag";
import type { Clock } from "../../clock.js";
import type { Cursors } from "../../cursor.js";
import type { Queries } from "../../database/database.js";
import { notifyOfMembers } from "../../webhooks/notify.js";
import { beginChange, type TeamChange } from "../change.js";

const purpose = "invitation";

/** How long an invitation can be accepted, in milliseconds. */
const lifetime = 7 * 24 * 60 * 60 * 1000;

/** The data in an invitation link. */
interface InvitationLink {
  readonly memberId: string;
  /** The number of the invitation. Only the latest invitation of a member is valid. Links of older versions have no number. */
  readonly number?: number;
  /** When the invitation expires, in milliseconds since 1970. */
  readonly expires: number;
}

/**
 * Returns the path of the page where an invited member joins the team. The invitation is sent at the time `sent`. Keep the
 * path secret: for seven days, it works like a password.
 */
export function invitationPath(cursors: Cursors, memberId: string, number: number, sent: Date): string {
  const link: InvitationLink = { memberId, number, expires: sent.getTime() + lifetime };
  return `/invitations/${cursors.write(purpose, link)}`;
}

/** Returns the data in the last part of an invitation path; undefined if it is invalid. */
export function readInvitation(cursors: Cursors, text: string): InvitationLink | undefined {
  return cursors.read(purpose, text) as InvitationLink | undefined;
}

/** Starts a new invitation of a member, which invalidates older ones. Returns the number of the invitation. */
export async function countInvitation(queries: Queries, memberId: string): Promise<number> {
  const row = await queries.first<{ invitations: number }>(sql`
    update member set invitations = invitations + 1 where id = ${memberId} and status = 'invited' returning invitations`);
  return row?.invitations ?? 0;
}

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
