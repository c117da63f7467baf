/** Returns whether a value is a stream. Not all platforms have streams. */
export function isReadableStream(value: unknown): value is ReadableStream<Uint8Array> {
  return typeof ReadableStream === "function" && value instanceof ReadableStream;
}
