import { countRefusedLogIn } from "../access/audit.js";
import { findLogInCounters, networkOf, refundAttempt, takeLogInAttempt } from "../access/rate-limits.js";
import { accountsWithPassword, findAccounts } from "../accounts/log-in.js";
import { accountsWithPasskeys } from "../accounts/passkeys.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "./client.js";
import { knownBrowserOf, rememberBrowser } from "./cookies.js";
import { waitText } from "./layout.js";
import { beginPendingLogIn, logIn, type PageContext } from "./session.js";

/** The reason why a password, a passkey or a recovery code was rejected. */
export interface RefusedAttempt {
  readonly status: 400 | 429;
  /** A sentence for the user. */
  readonly problem: string;
}

/**
 * Logs a browser in to the accounts that have this email and password; `path` is the path of the page. Returns `passkey` if
 * some of them have passkeys, which the page must request next; a problem if the log-in was refused; undefined if it is
 * complete.
 */
export async function attemptLogIn(
  context: PageContext,
  backend: Backend,
  { email, password }: { readonly email: string; readonly password: string },
  path: string,
): Promise<RefusedAttempt | "passkey" | undefined> {
  const accounts = await checkPassword(context, backend, email, password);
  if ("problem" in accounts) {
    return accounts;
  }
  const usable = accounts.flatMap(({ id, obstacle }) => (obstacle === undefined ? id : []));
  if (usable.length === 0) {
    await countRefusedLogIn(backend.database, email, networkOf(clientAddress(context, backend.settings)));
    return { status: 400, problem: accounts[0]?.obstacle ?? "" };
  }
  const withPasskeys = await accountsWithPasskeys(backend.database, usable);
  const passwordOnly = usable.filter((id) => !withPasskeys.includes(id));
  if (withPasskeys.length > 0) {
    await beginPendingLogIn(context, backend, withPasskeys);
  }
  if (passwordOnly.length > 0) {
    rememberBrowser(context, backend, passwordOnly);
    await logIn(context, backend, passwordOnly, path);
  }
  return withPasskeys.length > 0 ? "passkey" : undefined;
}

/** Returns the accounts with an email and a password; a problem if there are none, or after too many incorrect passwords. */
export function checkPassword(
  context: PageContext,
  backend: Backend,
  email: string,
  password: string,
): Promise<Awaited<ReturnType<typeof accountsWithPassword>> | RefusedAttempt> {
  return limitAttempts(context, backend, email, async () => {
    const accounts = await accountsWithPassword(backend.database, email, password);
    return accounts.length > 0 ? accounts : { status: 400, problem: "The email or password is wrong." };
  });
}

/**
 * Counts an attempt, and runs its check of a password, passkey or recovery code, unless there were too many. An attempt that
 * succeeds is no longer counted.
 */
export async function limitAttempts<Result extends object>(
  context: PageContext,
  backend: Backend,
  email: string,
  check: () => Promise<Result | RefusedAttempt>,
): Promise<Result | RefusedAttempt> {
  const { database, settings } = backend;
  const network = networkOf(clientAddress(context, settings));
  const knownBrowser = knownBrowserOf(context, backend, await findAccounts(database, email));
  const counters = await findLogInCounters(database, email, network, knownBrowser);
  const secondsToWait = await takeLogInAttempt(database, counters);
  if (secondsToWait !== undefined) {
    await countRefusedLogIn(database, email, network);
    context.header("Retry-After", String(secondsToWait));
    return { status: 429, problem: waitText(secondsToWait) };
  }
  const result = await check();
  if ("problem" in result) {
    await countRefusedLogIn(database, email, network);
    return result;
  }
  await refundAttempt(database, counters);
  return result;
}
