import type { Encode } from "../codecs/check.js";

/** How notifications are signed: according to Standard Webhooks, or by a header that contains the HMAC of the body. */
export type WebhookSignature = "standard" | HmacSignature;

export interface HmacSignature {
  readonly header: string;
  readonly algorithm: "hmac-sha256";
  readonly encoding: "hex" | "base64";
  /** The characters before the signature in the header. */
  readonly prefix?: string | undefined;
}

/** The webhooks of an API. */
export interface WebhookScheme<Payload> {
  readonly signature: WebhookSignature;
  /** The query parameter that receivers return to prove that they expect notifications; undefined if there is none. */
  readonly challenge: string | undefined;
  /** The types of notifications. If several types accept a notification, the first one is used. */
  readonly types: readonly WebhookType<Payload>[];
}

export interface WebhookType<Payload> {
  readonly decode: (json: unknown) => Payload;
  readonly encode: Encode<never>;
}
