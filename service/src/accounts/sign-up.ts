import { DecodeError } from "cloud-storage-api";
import { decodeEmailArg, decodePersonNameArg } from "cloud-storage-api/common";
import sql from "sql-template-tag";
import { type Actor, nameActor } from "../access/audit.js";
import type { Backend } from "../backend.js";
import type { Cursors } from "../cursor.js";
import { violatedConstraint, type Database, type Queries } from "../database/database.js";
import type { Settings } from "../settings.js";
import { addAccount, holdEmails } from "./account.js";
import { passwordHash, problemWithPassword } from "./password.js";

/** The fields of the sign-up form. */
export interface SignUp {
  readonly email: string;
  readonly givenName: string;
  readonly surname: string;
  readonly password: string;
}

/** Adds a personal account. Returns its id, or a sentence that describes the problem if that is impossible. */
export async function signUp(
  { database, clock, settings }: Pick<Backend, "database" | "clock" | "settings">,
  entered: SignUp,
  actor: Actor,
): Promise<{ id: string } | string> {
  const problem = await problemWithSignUp(settings, entered);
  if (problem !== undefined) {
    return problem;
  }
  const password = await passwordHash(entered.password);
  const id = await addSignedUp(database, async (queries) => {
    await nameActor(queries, actor);
    return { ...entered, password, isEmailVerified: false, now: await clock.now(queries) };
  });
  return id === undefined ? "An account with this email already exists." : { id };
}

/** A personal account to add. `password` is the hash of the password. */
interface SignedUp extends SignUp {
  readonly isEmailVerified: boolean;
  readonly now: Date;
}

/**
 * Runs `begin` and adds the account that it returns, in one transaction. Returns the id; undefined if the email has an account
 * already.
 */
async function addSignedUp(
  database: Database,
  begin: (queries: Queries) => Promise<SignedUp>,
): Promise<string | undefined> {
  try {
    return await database.transaction(async (queries) => {
      const { email, givenName, surname, password, isEmailVerified, now } = await begin(queries);
      await holdEmails(queries, [email]);
      const seed = { email, givenName, surname, kind: "personal", isEmailVerified, quota: undefined } as const;
      const { id } = await addAccount(queries, seed, now);
      await queries.run(sql`update account set password = ${password} where id = ${id}`);
      return id;
    });
  } catch (thrown) {
    if (violatedConstraint(thrown) === "account_email") {
      return undefined;
    }
    throw thrown;
  }
}

/** Returns a sentence that describes the problem if the input is invalid; undefined if it is valid. */
async function problemWithSignUp(
  settings: Settings,
  { email, givenName, surname, password }: SignUp,
): Promise<string | undefined> {
  if (!fits(decodeEmailArg, email)) {
    return "This is not a valid email address.";
  }
  if (givenName === "" || surname === "") {
    return `The ${givenName === "" ? "given name" : "surname"} is missing.`;
  }
  if (!fits(decodePersonNameArg, givenName) || !fits(decodePersonNameArg, surname)) {
    return 'Names have at most 100 characters, and none of / : ? * < > " |';
  }
  return problemWithPassword(settings, password, email);
}

function fits(decode: (value: unknown) => unknown, value: string): boolean {
  try {
    decode(value);
    return true;
  } catch (thrown) {
    if (thrown instanceof DecodeError) {
      return false;
    }
    throw thrown;
  }
}

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
