import type { Context } from "hono";
import type { Backend } from "../backend.js";
import { randomText } from "../database/ids.js";
import { readCookie, writeCookie } from "./cookies.js";

/** A browser in which these accounts have logged in before. */
interface KnownBrowser {
  readonly id: string;
  readonly accounts: readonly string[];
}

const cookie = "known-browser";
const purpose = "known browser";

/** How long a browser is remembered after a log-in, in seconds. */
const lifetime = 365 * 24 * 60 * 60;

/** The maximum number of accounts that are remembered. */
const maxAccounts = 10;

/** Returns the id of a browser in which one of these accounts has logged in before; undefined for other browsers. */
export function knownBrowserOf(
  context: Pick<Context, "req">,
  { cursors, settings }: Pick<Backend, "cursors" | "settings">,
  accounts: readonly string[],
): string | undefined {
  const known = cursors.read(purpose, readCookie(context, settings, cookie)) as KnownBrowser | undefined;
  return known?.accounts.some((account) => accounts.includes(account)) === true ? known.id : undefined;
}

/** Remembers the accounts that have logged in with a browser, in a cookie that only the service can write. */
export function rememberBrowser(
  context: Pick<Context, "req" | "header">,
  { cursors, settings }: Pick<Backend, "cursors" | "settings">,
  accounts: readonly string[],
): void {
  const known = cursors.read(purpose, readCookie(context, settings, cookie)) as KnownBrowser | undefined;
  const all = [...new Set([...accounts, ...(known?.accounts ?? [])])].slice(0, maxAccounts);
  const value = cursors.write(purpose, { id: known?.id ?? randomText(22), accounts: all });
  writeCookie(context, settings, cookie, value, lifetime);
}
