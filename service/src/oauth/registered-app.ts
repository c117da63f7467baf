import sql from "sql-template-tag";
import type { Queries } from "../database/database.js";

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
