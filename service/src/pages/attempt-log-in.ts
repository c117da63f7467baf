import { countRefusedLogIn } from "../access/audit.js";
import { networkOf } from "../access/network.js";
import { countLogIn, findLogInCounters, forgiveLogIn } from "../access/rate-limits.js";
import { accountsWith, findAccounts } from "../accounts/log-in.js";
import type { Backend } from "../backend.js";
import { clientAddress } from "./client-address.js";
import { knownBrowserOf, rememberBrowser } from "./known-browser.js";
import { logIn, type PageContext } from "./session.js";

/** The reason why a password was rejected. */
export interface RefusedPassword {
  readonly status: 400 | 429;
  /** A sentence for the user. */
  readonly problem: string;
}

/** Logs a browser in to the accounts with an email and a password, on a page with this path. Returns a problem otherwise. */
export async function attemptLogIn(
  context: PageContext,
  backend: Backend,
  { email, password }: { readonly email: string; readonly password: string },
  path: string,
): Promise<RefusedPassword | undefined> {
  const accounts = await checkPassword(context, backend, email, password);
  if ("problem" in accounts) {
    return accounts;
  }
  const usable = accounts.flatMap(({ id, obstacle }) => (obstacle === undefined ? id : []));
  if (usable.length === 0) {
    await countRefusedLogIn(backend.database, email, networkOf(clientAddress(context, backend.settings)));
    return { status: 400, problem: accounts[0]?.obstacle ?? "" };
  }
  rememberBrowser(context, backend, usable);
  await logIn(context, backend, usable, path);
  return undefined;
}

/** The accounts with an email and a password; a problem if there are none, or after too many wrong passwords. */
export async function checkPassword(
  context: PageContext,
  backend: Backend,
  email: string,
  password: string,
): Promise<Awaited<ReturnType<typeof accountsWith>> | RefusedPassword> {
  const { database, settings } = backend;
  const network = networkOf(clientAddress(context, settings));
  const known = knownBrowserOf(context, backend, await findAccounts(database, email));
  const counters = await findLogInCounters(database, email, network, known);
  const secondsToWait = await countLogIn(database, counters);
  if (secondsToWait !== undefined) {
    await countRefusedLogIn(database, email, network);
    context.header("Retry-After", String(secondsToWait));
    const minutes = Math.ceil(secondsToWait / 60);
    const wait = minutes === 1 ? "Please wait a minute" : `Please wait ${minutes} minutes`;
    return { status: 429, problem: `${wait}, and try again.` };
  }
  const accounts = await accountsWith(database, email, password);
  if (accounts.length === 0) {
    await countRefusedLogIn(database, email, network);
    return { status: 400, problem: "The email or the password is wrong." };
  }
  await forgiveLogIn(database, counters);
  return accounts;
}
