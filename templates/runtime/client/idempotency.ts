import type { ClientState } from "./core.js";
import type { CallOptions, ExtraHeaders } from "./options.js";
import type { RouteInfo } from "../routes/route.js";

/** Whether a call can be performed twice without harm, and the header with its idempotency key. */
interface Idempotence {
  readonly isIdempotent: boolean;
  readonly headers?: ExtraHeaders;
}

/** What is used of `globalThis`; its property `crypto` is optional here because some platforms do not have it. */
interface WithRandomIds {
  readonly crypto?: { readonly randomUUID?: () => string };
}

/**
 * Returns the idempotence of a call. It is determined once, because all attempts must send the same key. Throws a TypeError
 * for a key that would not be sent.
 */
export function idempotence(
  client: ClientState,
  { path, idempotencyHeader: header, isIdempotent = false }: RouteInfo,
  { idempotent, idempotencyKey: key }: CallOptions,
): Idempotence {
  const hasKeys = header !== undefined && client.options().avoidPreflight !== true;
  if (key !== undefined && !hasKeys) {
    throw new TypeError(`${path} has no idempotency keys${header === undefined ? "" : " with avoidPreflight"}`);
  }
  // `randomUUID` is missing in React Native, and on pages not loaded over HTTPS. There, a call to which no key was given is
  // retried under the same conditions as a call of a route without keys.
  const sent = hasKeys ? (key ?? (globalThis as WithRandomIds).crypto?.randomUUID?.()) : undefined;
  return header !== undefined && sent !== undefined
    ? { isIdempotent: idempotent ?? true, headers: { [header]: sent } }
    : { isIdempotent: idempotent ?? isIdempotent };
}
