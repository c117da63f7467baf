import sql from "sql-template-tag";
import { nameActor, type Actor } from "../access/audit.js";
import { endLogIns } from "../access/tokens.js";
import type { Backend } from "../backend.js";
import type { Cursors } from "../cursor.js";
import type { Queries } from "../database/database.js";
import { randomText } from "../database/ids.js";
import { passwordHash } from "./password.js";

const purpose = "password reset";

/** How long a link can be used, in milliseconds. */
const lifetime = 30 * 60_000;

/** The maximum number of valid links for one email, so that no one can flood a mailbox. */
const maxLinks = 3;

/**
 * The condition for accounts whose password can be reset. Invited members are excluded: they choose a password when they join.
 */
const resettable = sql`not account.is_closed and not exists (
  select from member where member.account_id = account.id and member.status = 'invited')`;

/** Returns the path of the page where a user chooses a new password. Keep it secret. */
export function resetPath(cursors: Cursors, id: string): string {
  return `/account/reset/${cursors.write(purpose, id)}`;
}

/**
 * Creates a link for the accounts that have an email and, if `isMailed` is true, mails the link. Returns the id of the link;
 * undefined if there are no such accounts, or too many links.
 */
export async function requestReset(
  queries: Queries,
  email: string,
  now: Date,
  isMailed: boolean,
): Promise<string | undefined> {
  const id = randomText(22);
  // A single statement, so that the time that it takes does not reveal whether there is an account.
  const row = await queries.first(sql`
    with link as (
      insert into password_reset (id, email, created, expires)
      select ${id}, max(email), ${now}, ${new Date(now.getTime() + lifetime)} from account
      where lower(email) = lower(${email}) and ${resettable}
      having count(*) > 0
        and (select count(*) from password_reset as other
             where lower(other.email) = lower(${email}) and other.expires > ${now}) < ${maxLinks}
      returning id, email),
    mail as (
      insert into mail (recipient, kind, detail, sent)
      select email, 'password-reset', jsonb_build_object('id', id), ${now} from link where ${isMailed}
      returning pg_notify('mail', ''))
    select id, (select count(*) from mail) from link`);
  return row === undefined ? undefined : id;
}

/** Returns the id and the email of a link; undefined if the link is invalid or has expired. */
export async function findReset(
  { database, clock, cursors }: Pick<Backend, "database" | "clock" | "cursors">,
  link: string,
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  const id = cursors.read(purpose, link);
  return typeof id === "string"
    ? database.first(sql`
        select id, email from password_reset where id = ${id} and expires > ${await clock.now(database)}`)
    : undefined;
}

/**
 * Sets the password of the accounts for which a link was created, and ends their sessions. Returns false if the link has been
 * used already.
 */
export async function resetPassword(
  { database }: Pick<Backend, "database">,
  id: string,
  password: string,
  actor: Actor,
): Promise<boolean> {
  const hash = await passwordHash(password);
  return database.transaction(async (queries) => {
    await nameActor(queries, actor);
    const link = await queries.first<{ email: string }>(
      sql`delete from password_reset where id = ${id} returning email`,
    );
    if (link === undefined) {
      return false;
    }
    const accounts = await queries.all<{ id: string }>(sql`
      update account set password = ${hash} where lower(email) = lower(${link.email}) and ${resettable} returning id`);
    const ids = accounts.map(({ id }) => id);
    await endLogIns(queries, sql`account_id = any(${ids})`);
    await queries.run(sql`delete from pending_log_in where account_id = any(${ids})`);
    await queries.run(sql`delete from password_reset where lower(email) = lower(${link.email})`);
    return true;
  });
}

/**
 * Changes the password of an account. Invalidates the links that reset it, and ends all sessions of the account except the one
 * whose hash is `session`.
 */
export async function changePassword(
  queries: Queries,
  accountId: string,
  password: string,
  session: string,
): Promise<void> {
  const hash = await passwordHash(password);
  await queries.run(sql`update account set password = ${hash} where id = ${accountId}`);
  await queries.run(sql`
    delete from password_reset where lower(email) = (select lower(email) from account where id = ${accountId})`);
  await endLogIns(queries, sql`account_id = ${accountId} and hash <> ${session}`);
  await queries.run(sql`delete from pending_log_in where account_id = ${accountId}`);
}
