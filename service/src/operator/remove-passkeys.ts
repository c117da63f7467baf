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
    throw new UsageError('Give one email address, as in "remove-passkeys ada@example.com".');
  }
  await database.transaction(async (queries) => {
    await nameActor(queries, { through: "command remove-passkeys" });
    const accounts = await findAccounts(queries, email);
    await endLogIns(queries, sql`account_id = any(${accounts})`);
    if ((await removeAllPasskeys(queries, accounts)) === 0) {
      throw new UsageError(`No account with the email ${email} has a passkey.`);
    }
  });
  return `Removed the passkeys and recovery codes of ${email}. This person now needs only the password to log in.\n`;
}
