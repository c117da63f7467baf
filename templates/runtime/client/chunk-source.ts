/** Values from which chunks can be read. */
export type Streamed = ReadableStream<unknown> | AsyncIterable<unknown>;

/** Reads chunks of any kind. */
export interface ChunkSource {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  cancel(): Promise<unknown>;
}

/** Locks a stream, or creates an iterator, and returns its chunks. */
export function readChunks(source: Streamed): ChunkSource {
  if (isWebStream(source)) {
    const reader = source.getReader();
    return { next: () => reader.read(), cancel: () => reader.cancel() };
  }
  const iterator: AsyncIterator<unknown, unknown> = source[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    async cancel() {
      // A Node stream opens its file immediately, but its iterator closes it only after the first read.
      if (isNodeStream(source)) {
        source.destroy();
      }
      await iterator.return?.();
    },
  };
}

/**
 * Returns the body of a response as a stream of the platform: some implementations of `fetch`, such as node-fetch, return streams
 * of Node.
 */
export function responseBody({ body }: Response): ReadableStream<Uint8Array> | null {
  const source: unknown = body ?? null;
  if (source === null || isWebStream(source)) {
    return source as ReadableStream<Uint8Array> | null;
  }
  if (!isStreamed(source)) {
    throw new TypeError("The fetch of this client returns bodies that are not streams. Use another fetch");
  }
  const reader = readChunks(source);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.next();
        if (done === true) {
          controller.close();
        } else {
          controller.enqueue(value as Uint8Array);
        }
      },
      async cancel() {
        await reader.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns whether a value is a stream or an iterable, which can only be read chunk by chunk. */
export function isStreamed(source: unknown): source is Streamed {
  return isWebStream(source) || Symbol.asyncIterator in (Object(source) as object);
}

/** Returns whether a value is a stream of the platform or of a polyfill. Not all platforms have streams. */
export function isWebStream(value: unknown): value is ReadableStream<unknown> {
  return typeof (Object(value) as { getReader?: unknown }).getReader === "function";
}

/** The parts of a `Readable` of Node that are used here. Other implementations lack some. */
export interface NodeStream extends AsyncIterable<unknown> {
  readonly readableEnded?: boolean;
  readonly readableFlowing?: boolean | null;
  readonly readableDidRead?: boolean;
  readonly destroyed?: boolean;
  readonly errored?: Error | null;
  on(event: "error", listener: () => void): unknown;
  pause(): unknown;
  destroy(): unknown;
}

export function isNodeStream(value: unknown): value is NodeStream {
  const { on, pause, destroy } = Object(value) as Partial<NodeStream>;
  return [on, pause, destroy].every((method) => typeof method === "function");
}
