import sql from "sql-template-tag";
import { nameActor, type Actor } from "../access/audit.js";
import type { Backend } from "../backend.js";
import type { Cursors } from "../cursor.js";
import { passwordHash } from "./password.js";
import { addSignedUp, problemWithSignUp, type SignUp } from "./sign-up.js";

const purpose = "sign-up";

/** How long a sign-up can be confirmed, in milliseconds. */
const lifetime = 24 * 60 * 60 * 1000;

/** The maximum number of sign-up mails to one address in an hour, so that no one can flood a mailbox. */
const maxMails = 3;

/** An unconfirmed sign-up, in the form that the mail contains. */
export interface MailedSignUp {
  readonly given_name: string;
  readonly surname: string;
  /** The hash of the password. */
  readonly password: string;
  /** The URL of the page from which the user signed up. */
  readonly next: string;
}

interface Link extends MailedSignUp {
  readonly email: string;
  /** When the link expires, in milliseconds since 1970. */
  readonly expires: number;
}

/** Returns the path of the page where a sign-up is confirmed. Keep it secret. */
export function confirmationPath(cursors: Cursors, email: string, entered: MailedSignUp, sent: Date): string {
  const link: Link = { ...entered, email, expires: sent.getTime() + lifetime };
  return `/account/confirm/${cursors.write(purpose, link)}`;
}

/**
 * Mails a link that confirms a sign-up or, if the account exists already, a hint that it does. Returns a sentence that
 * describes the problem if the input is invalid; undefined otherwise, whether or not the account exists.
 */
export async function mailSignUp(
  { database, clock, settings }: Pick<Backend, "database" | "clock" | "settings">,
  entered: SignUp,
  next: string,
): Promise<string | undefined> {
  const { email, givenName: given_name, surname } = entered;
  const problem = await problemWithSignUp(settings, entered);
  if (problem !== undefined) {
    return problem;
  }
  const detail: MailedSignUp = { given_name, surname, password: await passwordHash(entered.password), next };
  const now = await clock.now(database);
  await database.run(sql`
    insert into mail (recipient, kind, detail, sent)
    select ${email}, case when is_taken then 'sign-up-again' else 'sign-up' end,
           case when is_taken then '{}' else ${JSON.stringify(detail)}::jsonb end, ${now}
    from (select exists (select from account where kind = 'personal' and not is_closed
                           and lower(email) = lower(${email})) as is_taken) as state
    where (select count(*) from mail where lower(recipient) = lower(${email}) and kind in ('sign-up', 'sign-up-again')
             and sent > ${new Date(now.getTime() - 3_600_000)}) < ${maxMails}`);
  await database.run(sql`select pg_notify('mail', '')`);
  return undefined;
}

/** Returns the sign-up that a link confirms; undefined if the link is invalid or has expired. */
export async function readConfirmation(
  { database, clock, cursors }: Pick<Backend, "database" | "clock" | "cursors">,
  text: string,
): Promise<Link | undefined> {
  const link = cursors.read(purpose, text) as Link | undefined;
  return link !== undefined && (await clock.now(database)).getTime() < link.expires ? link : undefined;
}

/** Adds the account of a confirmed sign-up. Returns the id of the account; undefined if the email has an account by now. */
export async function confirmSignUp(
  { database, clock }: Pick<Backend, "database" | "clock">,
  { email, given_name: givenName, surname, password }: Link,
  actor: Actor,
): Promise<string | undefined> {
  return addSignedUp(database, async (queries) => {
    await nameActor(queries, actor);
    return { email, givenName, surname, password, isEmailVerified: true, now: await clock.now(queries) };
  });
}
