import sql from "sql-template-tag";
import type { Cursors } from "../cursor.js";
import type { Database, Queries } from "../database/database.js";
import { randomText } from "../database/ids.js";
import { StartProblem } from "../start-problem.js";

/** The properties of an app to register. */
interface NewApp {
  readonly name: string;
  readonly publisher: string | null;
  readonly publisherUrl: string | null;
  /** Whether users or teams link the app. */
  readonly kind: string;
  /** The part of the storage that a user app can access: all of it, or the app's own folder. */
  readonly access: string;
  readonly permissions: readonly string[];
  readonly isInProduction: boolean;
  readonly redirectUris: readonly string[];
  /** Whether the app may get tokens in the fragment of a redirect. */
  readonly allowsTokenFlow: boolean;
  /** How long the app's tokens are valid, in seconds; null if they are valid until they are revoked. */
  readonly tokenLifetime: number | null;
  /** Whether the app cannot keep a secret, like an app on a user's device. */
  readonly isPublic: boolean;
  readonly created: Date;
}

/** Registers an app. Returns its key and secret. */
export async function registerApp(
  queries: Queries,
  cursors: Cursors,
  app: NewApp,
): Promise<{ readonly key: string; readonly secret: string }> {
  const [key, secret] = [randomText(15).toLowerCase(), randomText(43)];
  await queries.run(sql`
    insert into app (key, secret, name, publisher, publisher_url, kind, access, permissions, status, redirect_uris,
                     allows_token_flow, token_lifetime, is_public, created)
    values (${key}, ${sealSecret(cursors, key, secret)}, ${app.name}, ${app.publisher}, ${app.publisherUrl}, ${app.kind}, ${app.access},
            ${app.permissions}, ${app.isInProduction ? "production" : "development"}, ${app.redirectUris},
            ${app.allowsTokenFlow}, ${app.tokenLifetime}, ${app.isPublic}, ${app.created})`);
  return { key, secret };
}

/** The fields of an app that the pages need. */
export interface RegisteredApp {
  readonly key: string;
  readonly name: string;
  readonly publisher: string | null;
  readonly kind: "user" | "team";
  readonly access: "full" | "app_folder";
  readonly permissions: readonly string[];
  readonly redirect_uris: readonly string[];
  /** Whether the app may ask for a token in the redirect itself. */
  readonly allows_token_flow: boolean;
  /** Whether the app cannot keep a secret. */
  readonly is_public: boolean;
  /** How long its tokens are valid, in seconds; null for tokens that are valid until they are revoked. */
  readonly token_lifetime: number | null;
}

/** Returns the app with a key; undefined if there is none. */
export function findApp(queries: Queries, key: string): Promise<RegisteredApp | undefined> {
  return queries.first<RegisteredApp>(sql`
    select key, name, publisher, kind, access, permissions, redirect_uris, allows_token_flow, is_public,
           token_lifetime
    from app where key = ${key}`);
}

/** Encrypts an app's secret for storage. It is not hashed, because notifications are signed with it. */
function sealSecret(cursors: Cursors, appKey: string, secret: string): string {
  return cursors.write(`secret of ${appKey}`, secret);
}

/** Decrypts the stored secret of an app. Throws an Error if it was encrypted with another key. */
export function openSecret(cursors: Cursors, appKey: string, stored: string): string {
  const secret = cursors.read(`secret of ${appKey}`, stored);
  if (typeof secret !== "string") {
    throw new Error(`The secret of the app ${appKey} is not encrypted with this SECRET_KEY.`);
  }
  return secret;
}

/** The name of a setting that is encrypted in the same way as the secrets, so that it shows which key encrypts them. */
const check = "secret_key_check";
const purpose = "check";

/**
 * Ensures that the secrets in the database are encrypted with the current secret key. Encrypts them again if they are encrypted
 * with an older key. Rejects with a {@link StartProblem} if the key is unknown.
 */
export async function adoptSecretKey(database: Database, cursors: Cursors): Promise<void> {
  const fresh = JSON.stringify(cursors.write(purpose, ""));
  await database.run(sql`
    insert into setting (name, value) values (${check}, ${fresh}::jsonb) on conflict (name) do nothing`);
  await database.transaction(async (queries) => {
    const row = await queries.first<{ value: string }>(sql`select value from setting where name = ${check} for update`);
    const stored = row?.value ?? "";
    if (cursors.read(purpose, stored) === undefined) {
      throw new StartProblem(
        "The secrets in this database are encrypted with another key. Set SECRET_KEY to that key, or restore the file `secret-key` of the data folder. To replace the key, set SECRET_KEY_FALLBACK to the old one.",
      );
    }
    if (cursors.isCurrent(purpose, stored)) {
      return;
    }
    const apps = await queries.all<{ key: string; secret: string }>(sql`select key, secret from app for update`);
    for (const { key, secret } of apps) {
      const again = sealSecret(cursors, key, openSecret(cursors, key, secret));
      await queries.run(sql`update app set secret = ${again} where key = ${key}`);
    }
    await queries.run(sql`update setting set value = ${fresh}::jsonb where name = ${check}`);
  });
}

const ownMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether a redirect URI may be registered: a secure URL without a user name and password, which browsers would receive. */
export function isRedirectUri(text: string): boolean {
  if (!isSecureUrl(text)) {
    return false;
  }
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/**
 * Returns whether a URL may be registered. It must use HTTPS, except on the developer's own machine (B-064), and must not have a
 * fragment (RFC 6749, section 3.1.2).
 */
export function isSecureUrl(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes("#") || !URL.canParse(text)) {
    return false;
  }
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && ownMachine.has(hostname));
}
