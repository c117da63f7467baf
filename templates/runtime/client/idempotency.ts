import type { ClientState } from "./core.js";
import type { CallOptions, ExtraHeaders } from "./options.js";
import type { RouteInfo } from "../routes/route.js";

/** Whether a call can be performed twice without harm, and the header with the key that makes it so. */
interface Idempotence {
  readonly isIdempotent: boolean;
  readonly headers?: ExtraHeaders;
}

/** The types of Node have no name for what browsers call `Crypto`. */
interface WithRandomIds {
  readonly crypto?: { readonly randomUUID?: () => string };
}

/** The idempotence of a call, for all its attempts. Throws a TypeError for a key that would not be sent or have no effect. */
export function idempotence(
  client: ClientState,
  { path, idempotencyHeader: header, isIdempotent = false }: RouteInfo,
  { idempotent, idempotencyKey: key }: CallOptions,
): Idempotence {
  const hasKeys = header !== undefined && client.options().avoidPreflight !== true;
  if (key !== undefined && !hasKeys) {
    throw new TypeError(`${path} has no idempotency keys${header === undefined ? "" : " with avoidPreflight"}`);
  }
  // Missing in React Native, and in pages that browsers have not loaded by HTTPS: such calls are not repeated.
  const sent = hasKeys ? (key ?? (globalThis as WithRandomIds).crypto?.randomUUID?.()) : undefined;
  return header !== undefined && sent !== undefined
    ? { isIdempotent: idempotent ?? true, headers: { [header]: sent } }
    : { isIdempotent: idempotent ?? isIdempotent };
}
