import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";

/** The lengths of the parts at the start of a sealed text, in bytes: the nonce and the authentication tag. */
const nonceLength = 12;
const tagLength = 16;

interface Sealed {
  readonly value: unknown;
  /** When the value expires, in milliseconds since 1970. */
  readonly ends: number;
}

/**
 * Seals values for cookies: encrypts and authenticates them, so that only this server, and others with the same secret, can
 * read and write them. They are not kept in memory, and survive a restart.
 */
export class Seal<Value> {
  readonly #key: Buffer;
  /** How long a value can be read, in milliseconds. */
  readonly #lifetime: number;

  /** `purpose` distinguishes values of different kinds. */
  constructor(secret: string, purpose: string, lifetime: number) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
    this.#lifetime = lifetime;
  }

  seal(value: Value): string {
    const nonce = randomBytes(nonceLength);
    const sealed: Sealed = { value, ends: Date.now() + this.#lifetime };
    const encryption = createCipheriv(cipher, this.#key, nonce);
    const text = Buffer.concat([encryption.update(JSON.stringify(sealed)), encryption.final()]);
    return Buffer.concat([nonce, encryption.getAuthTag(), text]).toString("base64url");
  }

  /** Returns the value; undefined if it was not sealed here, or has expired. */
  open(text: string | undefined): Value | undefined {
    const bytes = Buffer.from(text ?? "", "base64url");
    // A sealed text has exactly one spelling: reject characters that base64 decoding ignores.
    if (bytes.length <= nonceLength + tagLength || bytes.toString("base64url") !== text) {
      return undefined;
    }
    const decryption = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceLength), {
      authTagLength: tagLength,
    });
    decryption.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    try {
      const opened = Buffer.concat([decryption.update(bytes.subarray(nonceLength + tagLength)), decryption.final()]);
      const { value, ends } = JSON.parse(opened.toString()) as Sealed;
      return Date.now() < ends ? (value as Value) : undefined;
    } catch {
      return undefined;
    }
  }
}
