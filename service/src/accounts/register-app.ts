import sql from "sql-template-tag";
import { randomText } from "../database/ids.js";
import { sealSecret } from "../access/app-secret.js";
import type { Cursors } from "../cursor.js";
import type { Queries } from "../database/database.js";

/** The properties of an app to register. */
export interface NewApp {
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
