import { base64Url } from "../text/base64.js";

/** A secret for one request, and the challenge that is made of it (RFC 7636). */
export interface Pkce {
  /** For `exchangeCode`. Keep it in the user's session. */
  readonly codeVerifier: string;
  /** For `authorizationUrl`: the SHA-256 of the verifier. */
  readonly codeChallenge: string;
}

/**
 * Binds a code to who asked for it, so that a stolen one is worthless; apps that cannot keep a secret need it. In
 * browsers it works on pages of HTTPS and localhost only, as WebCrypto does.
 */
export async function createPkce(): Promise<Pkce> {
  const codeVerifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier));
  return { codeVerifier, codeChallenge: base64Url(new Uint8Array(hash)) };
}
