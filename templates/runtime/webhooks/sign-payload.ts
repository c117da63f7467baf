import { stringifyJson } from "../text/json.js";
import { utf8 } from "../text/bytes.js";
import type { WebhookScheme, WebhookType } from "./scheme.js";
import { signatureHeaders } from "./signature.js";
import { SigningKey } from "./signing-key.js";

/** The id and the time of a notification. */
export interface SigningOptions {
  /** The id of the notification, which must be the same for all attempts to deliver it; a new id by default. */
  readonly id?: string | undefined;
  /** The time of this attempt; now by default. */
  readonly timestamp?: Date | undefined;
}

/** A signed notification, which can be posted to a receiver. */
export interface SignedWebhook {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Encodes and signs a notification. Rejects with an EncodeError if no type matches the payload. */
export async function signPayload(
  { types, signature }: WebhookScheme<unknown>,
  payload: unknown,
  secret: string,
  { id, timestamp = new Date() }: SigningOptions = {},
): Promise<SignedWebhook> {
  const body = stringifyJson(encodePayload(types, payload));
  const info = { id: id ?? `msg_${crypto.randomUUID()}`, timestamp };
  const headers = await signatureHeaders(signature, utf8(body), new SigningKey(secret, signature), info);
  return { body, headers: { "Content-Type": "application/json", ...headers } };
}

function encodePayload(types: readonly WebhookType<unknown>[], payload: unknown): unknown {
  let failure: unknown;
  for (const { encode } of types) {
    try {
      return encode(payload as never);
    } catch (thrown) {
      failure ??= thrown;
    }
  }
  throw failure;
}
