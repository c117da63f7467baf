import { utf8 } from "../text/bytes.js";
import type { WebhookSignature } from "./scheme.js";
import { fromText, toText, type Bytes, type SigningKey } from "./signing-key.js";

/** The data that some schemes sign in addition to the body of a notification. */
export interface NotificationInfo {
  /** The id, which is the same for all attempts to deliver a notification; undefined if the scheme has none. */
  readonly id: string | undefined;
  /** When the notification was sent; undefined if the scheme has no timestamp. */
  readonly timestamp: Date | undefined;
}

/** Thrown if a notification is not accepted. `status` is the HTTP status of the response. */
export class Rejection extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** How far a timestamp may be from now, in seconds: it allows for transmission and for differences between clocks. */
const tolerance = 300;

/** Signs a body. Returns the headers that contain the signature. */
export async function signatureHeaders(
  signature: WebhookSignature,
  body: Bytes,
  key: SigningKey,
  { id, timestamp }: { readonly id: string; readonly timestamp: Date },
): Promise<Record<string, string>> {
  if (signature !== "standard") {
    const { header, encoding, prefix = "" } = signature;
    return { [header]: prefix + toText(await key.sign(body), encoding) };
  }
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const signed = await key.sign(standardContent(id, seconds, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": `v1,${toText(signed, "base64")}`,
  };
}

/** Verifies the signature of a body. Rejects with a {@link Rejection} if it is invalid. */
export async function verify(
  signature: WebhookSignature,
  headers: Headers,
  body: Bytes,
  keys: readonly SigningKey[],
): Promise<NotificationInfo> {
  if (signature === "standard") {
    return verifyStandard(headers, body, keys);
  }
  const { header, encoding, prefix = "" } = signature;
  const text = requiredHeader(headers, header);
  const sent = text.startsWith(prefix) ? fromText(text.slice(prefix.length), encoding) : undefined;
  if (sent === undefined) {
    throw new Rejection(401, `The header ${header} is not a signature in ${encoding}`);
  }
  await verifyAny([sent], body, keys);
  return { id: undefined, timestamp: undefined };
}

/**
 * Verifies signatures of Standard Webhooks, version 1. While a secret is being replaced, the sender may sign with both
 * secrets.
 */
async function verifyStandard(headers: Headers, body: Bytes, keys: readonly SigningKey[]): Promise<NotificationInfo> {
  const id = requiredHeader(headers, "webhook-id");
  const seconds = requiredHeader(headers, "webhook-timestamp");
  const signatures = requiredHeader(headers, "webhook-signature")
    .split(" ")
    .flatMap((each) => (each.startsWith("v1,") ? (fromText(each.slice("v1,".length), "base64") ?? []) : []));
  const isRecent = /^\d{1,12}$/.test(seconds) && Math.abs(Date.now() / 1000 - Number(seconds)) <= tolerance;
  if (!isRecent) {
    throw new Rejection(401, `The time in the header webhook-timestamp is not within ${tolerance} seconds of now`);
  }
  await verifyAny(signatures, standardContent(id, seconds, body), keys);
  return { id, timestamp: new Date(Number(seconds) * 1000) };
}

async function verifyAny(signatures: readonly Bytes[], content: Bytes, keys: readonly SigningKey[]): Promise<void> {
  for (const signature of signatures) {
    for (const key of keys) {
      if (await key.verify(signature, content)) {
        return;
      }
    }
  }
  throw new Rejection(401, "The signature is not that of the request with one of the secrets");
}

function standardContent(id: string, seconds: string, body: Bytes): Bytes {
  const start = utf8(`${id}.${seconds}.`);
  const content = new Uint8Array(start.length + body.length);
  content.set(start);
  content.set(body, start.length);
  return content;
}

function requiredHeader(headers: Headers, name: string): string {
  const value = headers.get(name);
  if (value === null) {
    throw new Rejection(401, `The header ${name} is missing`);
  }
  return value;
}
