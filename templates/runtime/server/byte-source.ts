import { chunkReader, type Chunk } from "../codecs/content-chunk.js";

/** Bytes that are read on demand, chunk by chunk. */
export interface ByteSource {
  /**
   * Returns the next bytes; undefined at the end. Rejects if the rest cannot be read. If `isSpent` is true, the previous chunk
   * is no longer in use, so the source may reuse its memory.
   */
  readonly next: (isSpent?: boolean) => Promise<Uint8Array | undefined>;
  /** Discards the rest. */
  readonly cancel: (reason?: unknown) => Promise<void>;
}

/** Locks a stream and returns its bytes. */
export function streamSource(stream: ReadableStream<Chunk>): ByteSource {
  const reader = stream.getReader();
  const bytesIn = chunkReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? undefined : bytesIn(value);
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** Converts a source into a stream, for platforms that need one. */
export function toStream(source: ByteSource): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await source.next();
        if (piece === undefined) {
          controller.close();
        } else {
          controller.enqueue(piece);
        }
      },
      cancel: (reason) => source.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
