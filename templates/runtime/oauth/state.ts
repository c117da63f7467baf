import { base64Url } from "../text/bytes.js";

/**
 * Returns an unguessable `state` for one authorization request. Keep it in the user's session and pass it to `readCodeRedirect`
 * (RFC 6749, section 10.12).
 */
export function createState(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}
