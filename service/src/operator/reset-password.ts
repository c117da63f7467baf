import { recordEvent } from "../access/audit.js";
import { findAccounts } from "../accounts/log-in.js";
import { requestReset, resetPath } from "../accounts/password-reset.js";
import type { Backend } from "../backend.js";
import { UsageError } from "./usage.js";

/** Creates a link with which the owner of an account can choose a new password. Returns the text to print. */
export async function resetPasswordLink(
  { database, clock, cursors }: Backend,
  [email, ...others]: readonly string[],
  url: string,
): Promise<string> {
  if (email === undefined || others.length > 0) {
    throw new UsageError('Give one email address, as in "reset-password ada@example.com".');
  }
  const [account] = await findAccounts(database, email);
  if (account === undefined) {
    throw new UsageError(`No account has the email ${email}.`);
  }
  const id = await requestReset(database, email, await clock.now(database), false);
  if (id === undefined) {
    throw new UsageError(
      `There is no link for ${email}: either three were made in the last 30 minutes, or they were invited and have not joined yet.`,
    );
  }
  await recordEvent(database, "password reset", { through: "command reset-password" }, { account });
  return `To choose a new password, ${email} opens\n  ${url}${resetPath(cursors, id)}\nThe link is valid for 30 minutes and can be used once.\n`;
}
