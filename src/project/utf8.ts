import { Source, type Position } from "../text/source.js";

/**
 * Decodes UTF-8, including a byte order mark. If the bytes are not valid, returns the position of the first invalid
 * byte (LEX-1).
 */
export function decodeUtf8(bytes: Uint8Array): string | Position {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // U+FFFD replaces invalid bytes, but can also occur in valid text. The text before the first invalid byte encodes to
  // the same bytes.
  for (const { index } of text.matchAll(/\ufffd/g)) {
    const before = text.slice(0, index);
    const offset = Buffer.byteLength(before);
    if (!Buffer.from("\ufffd").equals(bytes.subarray(offset, offset + 3))) {
      const source = new Source(before);
      return source.position(source.text.length);
    }
  }
  return text;
}
