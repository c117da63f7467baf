import { base64Url } from "../text/base64.js";

/**
 * A state for one request, which nobody can guess: keep it in the user's session, and compare it with that of the
 * redirect (RFC 6749, section 10.12).
 */
export function createState(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}
