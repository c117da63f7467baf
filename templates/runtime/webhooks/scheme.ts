import type { Encode } from "../codecs/check.js";

/** How notifications are signed: according to Standard Webhooks, or with the HMAC of the body in a header. */
export type WebhookSignature = "standard" | HmacSignature;

export interface HmacSignature {
  readonly header: string;
  readonly algorithm: "hmac-sha256";
  readonly encoding: "hex" | "base64";
  /** The text in the header before the signature. */
  readonly prefix?: string | undefined;
}

/** The webhooks of an API. */
export interface WebhookScheme<Payload> {
  readonly signature: WebhookSignature;
  /** The query parameter that receivers return to prove that they expect notifications; undefined if there is none. */
  readonly challenge: string | undefined;
  /** The types of notifications. If several accept a notification, the first one is used. */
  readonly types: readonly WebhookType<Payload>[];
}

export interface WebhookType<Payload> {
  readonly decode: (json: unknown) => Payload;
  readonly encode: Encode<never>;
}
