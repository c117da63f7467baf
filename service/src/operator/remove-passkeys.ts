import sql from "sql-template-tag";
import { nameActor } from "../access/audit.js";
import { endLogIns } from "../access/log-ins.js";
import { findAccounts } from "../accounts/log-in.js";
import { removeAllPasskeys } from "../accounts/passkeys.js";
import type { Backend } from "../backend.js";
import { UsageError } from "./usage.js";

/** Removes the passkeys and recovery codes of somebody who has lost them, and ends their sessions. Returns the text to print. */
export async function removePasskeys({ database }: Backend, [email, ...others]: readonly string[]): Promise<string> {
  if (email === undefined || others.length > 0) {
    throw new UsageError('Name one email, such as "remove-passkeys ada@example.com".');
  }
  const removed = await database.transaction(async (queries) => {
    await nameActor(queries, { through: "command remove-passkeys" });
    const accounts = await findAccounts(queries, email);
    await endLogIns(queries, sql`account_id = any(${accounts})`);
    return removeAllPasskeys(queries, accounts);
  });
  if (removed === 0) {
    throw new UsageError(`No account with the email ${email} has a passkey.`);
  }
  return `The passkeys and recovery codes of ${email} are removed. To log in, they need only the password now.\n`;
}
