import { base64, hexadecimal, utf8 } from "../text/bytes.js";
import type { WebhookSignature } from "./scheme.js";

/** `Uint8Array<ArrayBuffer>`, which TypeScript 5.4 cannot express. */
export type Bytes = ReturnType<typeof utf8>;

const standardPrefix = "whsec_";

/** A key that signs and verifies. The platform compares signatures in constant time. */
export class SigningKey {
  readonly #bytes: Bytes;
  #key: Promise<CryptoKey> | undefined;

  /** Throws a TypeError for a secret that cannot be a key. */
  constructor(secret: string, signature: WebhookSignature) {
    if (!secret) {
      throw new TypeError("A secret of webhooks is empty"); // untyped code may pass undefined
    }
    this.#bytes = signature === "standard" ? standardKey(secret) : utf8(secret);
  }

  async sign(data: Bytes): Promise<Bytes> {
    return new Uint8Array(await crypto.subtle.sign("HMAC", await this.#imported(), data));
  }

  async verify(signature: Bytes, data: Bytes): Promise<boolean> {
    return crypto.subtle.verify("HMAC", await this.#imported(), signature, data);
  }

  /** Imports the key on first use, because on some platforms cryptography is not available before the first request. */
  #imported(): Promise<CryptoKey> {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    return (this.#key ??= crypto.subtle.importKey("raw", this.#bytes, algorithm, false, ["sign", "verify"]));
  }
}

function standardKey(secret: string): Bytes {
  const encoded = secret.startsWith(standardPrefix) ? secret.slice(standardPrefix.length) : secret;
  const key = fromBase64(encoded);
  if (key === undefined || key.length === 0) {
    throw new TypeError(`A secret of webhooks is not of the form ${standardPrefix}… with Base64`);
  }
  return key;
}

export function toText(signature: Bytes, encoding: "hex" | "base64"): string {
  return encoding === "base64" ? base64(signature) : hexadecimal(signature);
}

/**
 * Returns the bytes of a signature; undefined for a string that {@link toText} would not return, such as upper-case hexadecimal.
 */
export function fromText(text: string, encoding: "hex" | "base64"): Bytes | undefined {
  if (encoding === "base64") {
    return fromBase64(text);
  }
  const pairs = /^(?:[0-9a-f]{2})+$/.test(text) ? (text.match(/../g) ?? []) : undefined;
  return pairs && Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

function fromBase64(text: string): Bytes | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
    return base64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
