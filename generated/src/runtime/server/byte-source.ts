/** Bytes that come piece by piece, to one reader, no faster than it asks for them. */
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
    next: async () => (await reader.read()).value,
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
