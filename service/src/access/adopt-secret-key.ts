import sql from "sql-template-tag";
import { openSecret, sealSecret } from "./app-secret.js";
import type { Cursors } from "../cursor.js";
import type { Database } from "../database/database.js";
import { StartProblem } from "../start-problem.js";

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
