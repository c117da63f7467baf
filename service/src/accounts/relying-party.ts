import type { Settings } from "../settings.js";

/** The site that passkeys belong to (WebAuthn, section 4). */
export interface RelyingParty {
  /** The host, which is part of each passkey. */
  readonly id: string;
  /** The origin of the pages on which passkeys can be used. */
  readonly origin: string;
}

/**
 * Returns the relying party: the host of `WEB_URL`. Without `WEB_URL` it is localhost, on the port of the request, because
 * passkeys cannot belong to an IP address, and because a stranger could send any other name of a host.
 */
export function findRelyingParty({ webUrl }: Pick<Settings, "webUrl">, requestUrl: string): RelyingParty {
  const { hostname: id, origin } = new URL(webUrl ?? `http://localhost:${new URL(requestUrl).port}`);
  return { id, origin };
}
