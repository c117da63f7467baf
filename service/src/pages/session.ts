import type { Context, MiddlewareHandler } from "hono";
import sql from "sql-template-tag";
import { nameActor } from "../access/audit.js";
import { endLogIns, hashSecret } from "../access/tokens.js";
import { findPeople, type Person } from "../accounts/account.js";
import type { Backend } from "../backend.js";
import type { Queries } from "../database/database.js";
import { randomText } from "../database/ids.js";
import type { Settings } from "../settings.js";
import { clientAddress } from "./client.js";
import { readCookie, writeCookie } from "./cookies.js";

/** The state of a request for a page. */
export interface PageEnvironment {
  Variables: {
    /** The session of the browser: the secret in its cookie. */
    session: string;
    /** Whether the page has the script of passkeys, which the Content Security Policy must allow. */
    hasScript?: boolean;
  };
}

/** The context of any page. */
export type PageContext = Pick<Context, "req" | "header"> & {
  readonly var: Readonly<PageEnvironment["Variables"]>;
  readonly set: {
    (name: "session", value: string): void;
    (name: "hasScript", value: boolean): void;
  };
};

const cookie = "session";

/** How long users stay logged in, in seconds. */
const lifetime = 14 * 24 * 60 * 60;

/** The maximum number of characters of a `User-Agent` that are stored. */
const longestBrowser = 200;

/** Reads the session of a browser, and starts one if there is none. */
export function withSession({ settings }: Backend): MiddlewareHandler<PageEnvironment> {
  return async (context, next) => {
    const cookieValue = readCookie(context, settings, cookie);
    context.set("session", /^[A-Za-z0-9]{43}$/.test(cookieValue) ? cookieValue : beginSession(context, settings));
    await next();
  };
}

/** Returns the people who are logged in with the browser. */
export function findLoggedIn(queries: Queries, session: string, now: Date): Promise<Person[]> {
  return findPeople(
    queries,
    sql`account.id in (select account_id from login where hash = ${hashSecret(session)} and expires > ${now})`,
  );
}

/**
 * Returns the log-in of a browser to an account; null if there is none. Its id stays the same when the session gets a new
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
  const { before, after } = replaceSession(context, settings);
  await database.transaction(async (queries) => {
    const now = await clock.now(queries);
    const expires = new Date(now.getTime() + lifetime * 1000);
    await nameActor(queries, { account: accountIds[0], through: path, address: clientAddress(context, settings) });
    await moveSession(queries, before, after);
    await queries.run(sql`delete from pending_log_in where session = ${after} and account_id = any(${accountIds})`);
    await queries.run(sql`
      insert into login (hash, account_id, expires, created, address, browser)
      select ${after}, unnest(${accountIds}::text[]), ${expires}, ${now}, ${clientAddress(context, settings)},
             ${context.req.header("User-Agent")?.slice(0, longestBrowser) ?? null}
      on conflict (hash, account_id) do update
      set expires = excluded.expires, created = excluded.created, address = excluded.address`);
  });
}

/** How long a browser waits for the passkey after the password, in milliseconds. */
const pendingLifetime = 10 * 60_000;

/** Remembers that the passwords of these accounts were entered in the browser, and that their passkeys are still to be used. */
export async function beginPendingLogIn(
  { var: { session } }: PageContext,
  { database, clock }: Pick<Backend, "database" | "clock">,
  accountIds: readonly string[],
): Promise<void> {
  const expires = new Date((await clock.now(database)).getTime() + pendingLifetime);
  await database.run(sql`
    insert into pending_log_in (session, account_id, expires)
    select ${hashSecret(session)}, unnest(${accountIds}::text[]), ${expires}
    on conflict (session, account_id) do update set expires = excluded.expires`);
}

/** Returns the people whose passwords were entered in the browser, and whose passkeys are still to be used. */
export function findPendingLogIns(queries: Queries, session: string, now: Date): Promise<Person[]> {
  return findPeople(
    queries,
    sql`account.id in (select account_id from pending_log_in where session = ${hashSecret(session)} and expires > ${now})`,
  );
}

/** Returns whether a user has logged in with the browser, or confirmed their identity in it, within a number of seconds. */
export async function hasRecentLogIn(
  { var: { session } }: PageContext,
  { database, clock }: Pick<Backend, "database" | "clock">,
  accountId: string,
  seconds: number,
): Promise<boolean> {
  const since = new Date((await clock.now(database)).getTime() - seconds * 1000);
  const row = await database.first(sql`
    select from login
    where hash = ${hashSecret(session)} and account_id = ${accountId} and greatest(confirmed, created) >= ${since}`);
  return row !== undefined;
}

/** Gives the session of the browser a new secret, without another log-in. */
export async function renewSession(
  context: PageContext,
  { database, settings }: Pick<Backend, "database" | "settings">,
): Promise<void> {
  const { before, after } = replaceSession(context, settings);
  await database.transaction((queries) => moveSession(queries, before, after));
}

/** Remembers that a logged-in user has confirmed their identity. Their session gets a new secret, as after a log-in. */
export async function confirmLogIn(
  context: PageContext,
  { database, clock, settings }: Pick<Backend, "database" | "clock" | "settings">,
  accountId: string,
  path: string,
): Promise<void> {
  const { before, after } = replaceSession(context, settings);
  await database.transaction(async (queries) => {
    await nameActor(queries, { account: accountId, through: path, address: clientAddress(context, settings) });
    await moveSession(queries, before, after);
    await queries.run(sql`
      update login set confirmed = ${await clock.now(queries)} where hash = ${after} and account_id = ${accountId}`);
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
  const ownHash = hashSecret(context.var.session);
  await database.transaction(async (queries) => {
    await nameActor(queries, { account, through: path, address: clientAddress(context, settings) });
    const which = session === undefined ? sql`hash <> ${ownHash}` : sql`id = ${session}`;
    await endLogIns(queries, sql`account_id = ${account} and ${which}`);
  });
}

/** Gives a browser a new secret. Returns the hashes of the secrets before and after. */
function replaceSession(context: PageContext, settings: Settings): { readonly before: string; readonly after: string } {
  const before = hashSecret(context.var.session);
  const session = beginSession(context, settings);
  context.set("session", session);
  return { before, after: hashSecret(session) };
}

/** Lets a session continue under a new secret. */
async function moveSession(queries: Queries, before: string, after: string): Promise<void> {
  await queries.run(sql`update login set hash = ${after} where hash = ${before}`);
  await queries.run(sql`update pending_log_in set session = ${after} where session = ${before}`);
}

function beginSession(context: Pick<Context, "header">, settings: Settings): string {
  const session = randomText(43);
  writeCookie(context, settings, cookie, session, lifetime);
  return session;
}

/** An administrator of a team. */
export type Admin = Person & { readonly team_id: string };

/**
 * Returns the administrator who is logged in with the browser, and has a passkey if the team requires one; undefined if there
 * is none.
 */
export async function findAdmin(
  { var: { session } }: PageContext,
  { database, clock }: Pick<Backend, "database" | "clock">,
): Promise<Admin | undefined> {
  const people = await findLoggedIn(database, session, await clock.now(database));
  return people.find((person): person is Admin => person.is_admin && !person.needs_passkey && person.team_id !== null);
}
