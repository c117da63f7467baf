/** Bytes in Base64 (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Bytes in Base64 with the alphabet for URLs, without padding (RFC 4648, section 5). */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
