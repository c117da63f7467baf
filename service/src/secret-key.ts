import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { Cursors } from "./cursor.js";
import type { Database } from "./database/database.js";
import type { Settings } from "./settings.js";
import { StartProblem } from "./start-problem.js";

/**
 * Encrypts and decrypts with the secret key, which is not in the database: it is in the settings or, with an embedded
 * database, in the data folder, where the first start creates it. Throws a {@link StartProblem} if there is none.
 */
export function loadCursors({ secretKey, databaseUrl, folder }: Settings): Cursors {
  const key = secretKey ?? (databaseUrl === undefined ? keyInFolder(folder) : undefined);
  if (key === undefined) {
    throw new StartProblem(
      "SECRET_KEY must be set: 32 characters or more, the same for all processes, such as the output of `openssl rand -hex 32`.",
    );
  }
  return new Cursors(Buffer.from(hkdfSync("sha256", key, "", "cursors", 32)).toString("hex"));
}

/** Makes sure that the secrets in the database are encrypted with this key. Throws a {@link StartProblem} if they are not. */
export async function checkSecretKey(database: Database, cursors: Cursors): Promise<void> {
  const fresh = JSON.stringify(cursors.write("check", ""));
  await database.run(sql`
    insert into setting (name, value) values ('secret_key_check', ${fresh}::jsonb) on conflict (name) do nothing`);
  const row = await database.first<{ value: string }>(sql`select value from setting where name = 'secret_key_check'`);
  if (cursors.read("check", row?.value ?? "") === undefined) {
    throw new StartProblem(
      "The secrets in this database are encrypted with another key. Set SECRET_KEY to that key, or restore the file `secret-key` of the data folder.",
    );
  }
}

function keyInFolder(folder: string): string {
  const file = join(folder, "secret-key");
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flush: true });
  }
  return readFileSync(file, "utf8").trim();
}
