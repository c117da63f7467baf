import { Source, type Position } from "../source/source.js";

/** The text that UTF-8 spells, a byte order mark included; or the place of the first byte that is not UTF-8 (LEX-1). */
export function decodeUtf8(bytes: Uint8Array): string | Position {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  // U+FFFD stands for wrong bytes, but may also be written. Up to the first wrong one, text and bytes agree.
  for (const { index } of text.matchAll(/\ufffd/g)) {
    const before = text.slice(0, index);
    const offset = Buffer.byteLength(before);
    if (!Buffer.from("\ufffd").equals(bytes.subarray(offset, offset + 3))) {
      const source = new Source({ path: "", text: before });
      return source.position(source.text.length);
    }
  }
  return text;
}
