import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cursors } from "./cursor.js";
import type { Settings } from "./settings.js";
import { StartProblem } from "./start-problem.js";

/**
 * Returns what encrypts and decrypts with the secret key. The key is not in the database: it is in the settings or, with an
 * embedded database, in the data folder, where the first start creates it. Older keys only decrypt. Throws a {@link
 * StartProblem} if there is no key.
 */
export function loadCursors({ secretKey, secretKeyFallback, databaseUrl, folder }: Settings): Cursors {
  const [key, ...older] =
    secretKey === undefined ? (databaseUrl === undefined ? keysInFolder(folder) : []) : [secretKey];
  if (key === undefined) {
    throw new StartProblem(
      "SECRET_KEY must be set: 32 characters or more, the same for all processes, such as the output of `openssl rand -hex 32`.",
    );
  }
  const fallbacks = secretKeyFallback === undefined ? older : [...older, secretKeyFallback];
  return new Cursors(deriveKey(key), fallbacks.map(deriveKey));
}

function deriveKey(secret: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "", "cursors", 32)).toString("hex");
}

/** Returns the keys in the data folder: the current key, then older ones. Each is on its own line of a file. */
function keysInFolder(folder: string): string[] {
  const file = join(folder, "secret-key");
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flush: true });
  }
  return readFileSync(file, "utf8").trim().split(/\s+/);
}
