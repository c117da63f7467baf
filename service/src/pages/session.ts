import type { Context, MiddlewareHandler } from "hono";
import sql from "sql-template-tag";
import { findPeople, type Person } from "../accounts/person.js";
import { nameActor } from "../access/audit.js";
import { endLogIns } from "../access/log-ins.js";
import { hashSecret } from "../access/tokens.js";
import type { Backend } from "../backend.js";
import { randomText } from "../database/ids.js";
import type { Queries } from "../database/database.js";
import type { Settings } from "../settings.js";
import { clientAddress } from "./client-address.js";
import { readCookie, writeCookie } from "./cookies.js";

/** The session of a browser: the secret in its cookie. */
export interface PageEnvironment {
  Variables: { session: string };
}

/** The context of any page. */
export type PageContext = Pick<Context, "req" | "header"> & { readonly var: Readonly<PageEnvironment["Variables"]> };

const cookie = "session";

/** How long users stay logged in, in seconds. */
const lifetime = 14 * 24 * 60 * 60;

/** The maximum number of characters of a `User-Agent` that are stored. */
const longestBrowser = 200;

/** Reads the session of a browser, and starts one if there is none. */
export function withSession({ settings }: Backend): MiddlewareHandler<PageEnvironment> {
  return async (context, next) => {
    const known = readCookie(context, settings, cookie);
    context.set("session", /^[A-Za-z0-9]{43}$/.test(known) ? known : beginSession(context, settings));
    await next();
  };
}

/** The people who are logged in with the browser. */
export function findLoggedIn(queries: Queries, session: string, now: Date): Promise<Person[]> {
  return findPeople(
    queries,
    sql`account.id in (select account_id from login where hash = ${hashSecret(session)} and expires > ${now})`,
  );
}

/**
 * The log-in of a browser to an account; null if there is none. Its id stays the same when the session gets a new
 * secret.
 */
export async function findLogIn(queries: Queries, session: string, accountId: string): Promise<number | null> {
  const row = await queries.first<{ id: number }>(
    sql`select id from login where hash = ${hashSecret(session)} and account_id = ${accountId}`,
  );
  return row?.id ?? null;
}

/**
 * Logs the browser in to more accounts, on a page with this path. Its session gets a new secret, to prevent session
 * fixation.
 */
export async function logIn(
  context: PageContext,
  { database, clock, settings }: Pick<Backend, "database" | "clock" | "settings">,
  accountIds: readonly string[],
  path: string,
): Promise<void> {
  const before = hashSecret(context.var.session);
  const after = hashSecret(beginSession(context, settings));
  await database.transaction(async (queries) => {
    const now = await clock.now(queries);
    const expires = new Date(now.getTime() + lifetime * 1000);
    await nameActor(queries, { account: accountIds[0], through: path, address: clientAddress(context, settings) });
    await queries.run(sql`update login set hash = ${after} where hash = ${before}`);
    await queries.run(sql`
      insert into login (hash, account_id, expires, created, address, browser)
      select ${after}, unnest(${accountIds}::text[]), ${expires}, ${now}, ${clientAddress(context, settings)},
             ${context.req.header("User-Agent")?.slice(0, longestBrowser) ?? null}
      on conflict (hash, account_id) do update
      set expires = excluded.expires, created = excluded.created, address = excluded.address`);
  });
}

/** Logs the browser out of all accounts, on a page with this path. */
export async function logOut(context: PageContext, { database, settings }: Backend, path: string): Promise<void> {
  await database.transaction(async (queries) => {
    await nameActor(queries, { through: path, address: clientAddress(context, settings) });
    await queries.run(sql`delete from login where hash = ${hashSecret(context.var.session)}`);
  });
}

/** Ends sessions of an account, on a page with this path: one session, or all except the session of this browser. */
export async function endSessions(
  context: PageContext,
  { database, settings }: Backend,
  { account, session }: { readonly account: string; readonly session: number | undefined },
  path: string,
): Promise<void> {
  const own = hashSecret(context.var.session);
  await database.transaction(async (queries) => {
    await nameActor(queries, { account, through: path, address: clientAddress(context, settings) });
    const which = session === undefined ? sql`hash <> ${own}` : sql`id = ${session}`;
    await endLogIns(queries, sql`account_id = ${account} and ${which}`);
  });
}

function beginSession(context: Pick<Context, "header">, settings: Settings): string {
  const session = randomText(43);
  writeCookie(context, settings, cookie, session, lifetime);
  return session;
}
