import { utf8 } from "../text/bytes.js";
import { wrongKind } from "./options.js";

/** Bytes, or a string, which is sent as UTF-8. */
export type Chunk = ArrayBuffer | ArrayBufferView | string;

/**
 * Returns the bytes of a chunk; undefined for other values. Shared memory is copied, because other threads may write to it.
 * Throws a TypeError if the memory has been transferred to another thread.
 */
export function chunkBytes(value: unknown): Uint8Array | undefined {
  if (typeof value === "string") {
    return utf8(value);
  }
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return value.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
  }
  // Not `instanceof`: tests that run in a realm of their own, such as Jest's, have a different class.
  const isBuffer = Object.prototype.toString.call(value) === "[object ArrayBuffer]";
  return isBuffer ? new Uint8Array(value as ArrayBuffer) : undefined;
}

/** Returns a function that returns the bytes of each chunk of a content, in order. It throws a TypeError for other values. */
export function chunkReader(): (chunk: unknown) => Uint8Array {
  let index = 0;
  return (chunk) => {
    const subject = `Chunk ${index++} of the content`;
    const bytes = chunkBytes(chunk);
    if (bytes === undefined) {
      throw wrongKind(subject, "bytes or a string", chunk);
    }
    if (typeof chunk === "string" && /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(chunk)) {
      throw new TypeError(`${subject} begins or ends within a character. Split strings between characters`);
    }
    return bytes;
  };
}
