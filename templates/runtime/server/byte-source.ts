/** Bytes that are read on demand, chunk by chunk. */
export interface ByteSource {
  /**
   * The next bytes; undefined at the end. Rejects if the rest cannot be read. With `isSpent`, the previous chunk is no
   * longer in use, so its memory may be reused.
   */
  readonly next: (isSpent?: boolean) => Promise<Uint8Array | undefined>;
  /** Cancels reading the rest. */
  readonly cancel: (reason?: unknown) => Promise<void>;
}

/** The bytes of a stream, which is locked. */
export function streamSource(stream: ReadableStream<Uint8Array>): ByteSource {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? undefined : bytesIn(value);
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** The bytes as a stream, for platforms that need one. */
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

/**
 * A chunk of content. Throws a TypeError for values that untyped code may produce: strings, other arrays, or undefined.
 */
export function bytesIn(piece: unknown): Uint8Array {
  const type = Object.prototype.toString.call(piece);
  if (type !== "[object Uint8Array]") {
    throw new TypeError(`A chunk of the content is not a Uint8Array but ${type}`);
  }
  return piece as Uint8Array;
}
