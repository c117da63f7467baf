import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";

/** What a cursor begins with, in bytes: a number that is used once, and what shows that nothing has been changed. */
const nonceLength = 12;
const tagLength = 16;

/**
 * Makes and reads cursors: the state of a list, encrypted, so that nobody can read one, make one up or change it. `purpose`
 * is the list with what it belongs to, such as the team; a cursor of another one cannot be read.
 */
export class Cursors {
  readonly #key: Buffer;

  /** `key`: 32 bytes, in hexadecimal. */
  constructor(key: string) {
    this.#key = Buffer.from(key, "hex");
  }

  write(purpose: string, state: unknown): string {
    const nonce = randomBytes(nonceLength);
    const encryption = createCipheriv(cipher, this.#key, nonce).setAAD(Buffer.from(purpose));
    const text = Buffer.concat([encryption.update(JSON.stringify(state)), encryption.final()]);
    return Buffer.concat([nonce, encryption.getAuthTag(), text]).toString("base64url");
  }

  /** The state; undefined for what is no cursor of that purpose. */
  read(purpose: string, cursor: string): unknown {
    const bytes = Buffer.from(cursor, "base64url");
    // One cursor has one spelling: what base64 ignores makes another one.
    if (bytes.length <= nonceLength + tagLength || bytes.toString("base64url") !== cursor) {
      return undefined;
    }
    const decryption = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    const text = decryption.update(bytes.subarray(nonceLength + tagLength));
    try {
      return JSON.parse(Buffer.concat([text, decryption.final()]).toString()) as unknown;
    } catch {
      return undefined; // it was changed, or is another purpose's
    }
  }
}
