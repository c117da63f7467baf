/** Encodes bytes in Base64 (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Encodes a string as UTF-8 in Base64, also on platforms without `TextEncoder`. Throws a URIError for lone surrogates. */
export function base64Text(text: string): string {
  const bytes = encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return btoa(bytes);
}

/** Encodes bytes in Base64 with the URL-safe alphabet, without padding (RFC 4648, section 5). */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
