import sql from "sql-template-tag";
import { sealSecret } from "../access/app-secret.js";
import type { Cursors } from "../cursor.js";
import type { Queries } from "../database/database.js";

/** Encrypts the secrets of all apps. Removes the stored key of cursors, because that key is now derived from the secret key. */
export async function encryptSecrets(queries: Queries, cursors: Cursors): Promise<void> {
  const apps = await queries.all<{ key: string; secret: string }>(sql`select key, secret from app`);
  for (const { key, secret } of apps) {
    await queries.run(sql`update app set secret = ${sealSecret(cursors, key, secret)} where key = ${key}`);
  }
  await queries.run(sql`delete from setting where name = 'cursor_key'`);
}
