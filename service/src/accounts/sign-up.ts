import { decodeEmailArg, decodePersonNameArg } from "cloud-storage-api/common";
import { DecodeError } from "cloud-storage-api";
import sql from "sql-template-tag";
import { nameActor, type Actor } from "../access/audit.js";
import type { Backend } from "../backend.js";
import { violatedConstraint, type Database, type Queries } from "../database/database.js";
import type { Settings } from "../settings.js";
import { addAccount } from "./account.js";
import { holdEmails } from "./hold-emails.js";
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
export async function addSignedUp(
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
export async function problemWithSignUp(
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
