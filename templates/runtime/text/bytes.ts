/** `Uint8Array<ArrayBuffer>`, which TypeScript 5.4 cannot express. */
type Bytes = ReturnType<InstanceType<typeof TextEncoder>["encode"]>;

/** Encodes a string as UTF-8, also on platforms without `TextEncoder`. Lone surrogates become U+FFFD. */
export function utf8(text: string): Bytes {
  if (typeof TextEncoder === "function") {
    return new TextEncoder().encode(text);
  }
  const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
  return Uint8Array.from(binaryText(whole), (unit) => unit.charCodeAt(0));
}

/** Returns a string with a character for each byte of the text in UTF-8. */
function binaryText(text: string): string {
  return encodeURIComponent(text).replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Encodes bytes in Base64 (RFC 4648, section 4). */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Encodes a string as UTF-8 in Base64, also on platforms without `TextEncoder`. Throws a URIError for lone surrogates. */
export function base64Text(text: string): string {
  return btoa(binaryText(text));
}

/** Encodes bytes in Base64 with the URL-safe alphabet, without padding (RFC 4648, section 5). */
export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the bytes of all chunks. */
export function joinChunks(chunks: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.byteLength;
  }
  return bytes;
}

/** Returns bytes as hexadecimal digits. */
export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
