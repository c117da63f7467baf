import { base64Url, utf8 } from "../text/bytes.js";

/** A secret for one authorization request, and the challenge derived from it (RFC 7636). */
export interface Pkce {
  /** The secret for `exchangeCode`. Keep it in the user's session. */
  readonly codeVerifier: string;
  /** The challenge for `authorizationUrl`: the SHA-256 of the verifier. */
  readonly codeChallenge: string;
}

/**
 * Creates a verifier and its challenge, which bind a code to the client that requested it, so that a stolen code is
 * useless. Required for apps that cannot keep a secret. In browsers it works only with HTTPS or on localhost, like WebCrypto.
 */
export async function createPkce(): Promise<Pkce> {
  // TypeScript assumes that every platform has `crypto.subtle`.
  if ((globalThis.crypto as Partial<typeof globalThis.crypto> | undefined)?.subtle === undefined) {
    throw new TypeError(
      "This platform has no crypto.subtle, which PKCE needs. Use HTTPS or localhost in a browser, or install a polyfill",
    );
  }
  const codeVerifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest("SHA-256", utf8(codeVerifier));
  return { codeVerifier, codeChallenge: base64Url(new Uint8Array(hash)) };
}
