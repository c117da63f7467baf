import { Source, type Position } from "../source/source.js";

/**
 * Returns the decoded text, including a byte order mark; or the position of the first byte that is not UTF-8 (LEX-1).
 */
export function decodeUtf8(bytes: Uint8Array): string | Position {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // U+FFFD replaces invalid bytes, but can also occur in valid text. Before the first invalid byte, text and bytes agree.
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
