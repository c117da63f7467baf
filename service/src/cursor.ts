import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "./settings.js";
import { StartProblem } from "./start-problem.js";

const cipher = "aes-256-gcm";

/** The lengths of the nonce and of the authentication tag, with which a cursor starts, in bytes. */
const nonceLength = 12;
const tagLength = 16;

/**
 * Writes and reads cursors, which are encrypted and authenticated state. `purpose` names the list and its owner, such as
 * the team; a cursor for another purpose cannot be read.
 */
export class Cursors {
  readonly #key: Buffer;
  readonly #olderKeys: readonly Buffer[];

  /** `key` writes and reads cursors, `olderKeys` only read them. Each key has 32 bytes, in hexadecimal. */
  constructor(key: string, olderKeys: readonly string[] = []) {
    this.#key = Buffer.from(key, "hex");
    this.#olderKeys = olderKeys.map((older) => Buffer.from(older, "hex"));
  }

  write(purpose: string, state: unknown): string {
    const nonce = randomBytes(nonceLength);
    const encryption = createCipheriv(cipher, this.#key, nonce).setAAD(Buffer.from(purpose));
    const text = Buffer.concat([encryption.update(JSON.stringify(state)), encryption.final()]);
    return Buffer.concat([nonce, encryption.getAuthTag(), text]).toString("base64url");
  }

  /** Returns the state in a cursor; undefined if the string is not a cursor for that purpose. */
  read(purpose: string, cursor: string): unknown {
    return [this.#key, ...this.#olderKeys]
      .map((key) => readWith(key, purpose, cursor))
      .find((state) => state !== undefined);
  }

  /** Returns whether a cursor can be read with the current key, not only with an older one. */
  isCurrent(purpose: string, cursor: string): boolean {
    return readWith(this.#key, purpose, cursor) !== undefined;
  }
}

function readWith(key: Buffer, purpose: string, cursor: string): unknown {
  const bytes = Buffer.from(cursor, "base64url");
  // A cursor has exactly one spelling: reject characters that base64 decoding ignores.
  if (bytes.length <= nonceLength + tagLength || bytes.toString("base64url") !== cursor) {
    return undefined;
  }
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const text = decryption.update(bytes.subarray(nonceLength + tagLength));
  try {
    return JSON.parse(Buffer.concat([text, decryption.final()]).toString()) as unknown;
  } catch {
    return undefined; // the cursor was changed, is for another purpose, or was written with another key
  }
}

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
