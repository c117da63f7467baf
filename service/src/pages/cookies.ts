import type { Context } from "hono";
import { generateCookie, getCookie } from "hono/cookie";
import type { Backend } from "../backend.js";
import { randomText } from "../database/ids.js";
import type { Settings } from "../settings.js";

/** Returns the value of a cookie; empty if there is none. */
export function readCookie(context: Pick<Context, "req">, settings: Settings, name: string): string {
  const { prefix } = nameOf(settings);
  return getCookie(context as Context, name, prefix) ?? "";
}

/** Sets a cookie that scripts and other sites cannot use, for a number of seconds. */
export function writeCookie(
  context: Pick<Context, "header">,
  settings: Settings,
  name: string,
  value: string,
  maxAge: number,
): void {
  const options = { ...nameOf(settings), httpOnly: true, sameSite: "Lax", path: "/", maxAge } as const;
  context.header("Set-Cookie", generateCookie(name, value, options), { append: true });
}

/**
 * Over HTTPS, the names start with `__Host-`: other hosts of the same domain and unencrypted pages cannot set such cookies, so
 * no one can give a browser their own session.
 */
function nameOf({ webUrl }: Settings): { readonly secure: boolean; readonly prefix?: "host" } {
  return webUrl?.startsWith("https:") === true ? { secure: true, prefix: "host" } : { secure: false };
}

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
  const knownBrowser = cursors.read(purpose, readCookie(context, settings, cookie)) as KnownBrowser | undefined;
  return knownBrowser?.accounts.some((account) => accounts.includes(account)) === true ? knownBrowser.id : undefined;
}

/** Remembers the accounts that have logged in with a browser, in a cookie that only the service can write. */
export function rememberBrowser(
  context: Pick<Context, "req" | "header">,
  { cursors, settings }: Pick<Backend, "cursors" | "settings">,
  accounts: readonly string[],
): void {
  const knownBrowser = cursors.read(purpose, readCookie(context, settings, cookie)) as KnownBrowser | undefined;
  const all = [...new Set([...accounts, ...(knownBrowser?.accounts ?? [])])].slice(0, maxAccounts);
  const value = cursors.write(purpose, { id: knownBrowser?.id ?? randomText(22), accounts: all });
  writeCookie(context, settings, cookie, value, lifetime);
}
