/** Bytes that come piece by piece, no faster than they are asked for. */
export interface ByteSource {
  /** The next bytes; undefined at their end. Rejects if the rest cannot be had. */
  readonly next: () => Promise<Uint8Array | undefined>;
  /** Tells that nobody wants the rest. */
  readonly cancel: (reason?: unknown) => Promise<void>;
}

/** The bytes of a stream, which is locked by it. */
export function sourceOf(stream: ReadableStream<Uint8Array>): ByteSource {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? undefined : bytesIn(value);
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** The bytes as a stream, for platforms that want one. */
export function streamOf(source: ByteSource): ReadableStream<Uint8Array> {
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

/** A piece of content. Throws a TypeError for what types cannot prevent: texts, other arrays, or nothing at all. */
export function bytesIn(piece: unknown): Uint8Array {
  const type = Object.prototype.toString.call(piece);
  if (type !== "[object Uint8Array]") {
    throw new TypeError(`A piece of the content is no Uint8Array, but ${type}`);
  }
  return piece as Uint8Array;
}
