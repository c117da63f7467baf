/** Bytes, however a handler has them. A string is sent as UTF-8. */
export type Content = string | Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** The number of bytes, where it can be seen. */
export function sizeOf(content: Content): number | undefined {
  if (typeof content === "string") {
    return new TextEncoder().encode(content).byteLength;
  }
  if (content instanceof Uint8Array) {
    return content.byteLength;
  }
  return content instanceof Blob ? content.size : undefined;
}

/**
 * The content as a stream that reads no faster than it is read: behind `skip` bytes, `length` bytes or, if that is not
 * known, all. Content that ends before that is an error. What fails is told to `report`, and fails the stream.
 * Cancelling it ends the content too.
 */
export function contentStream(
  content: Content,
  skip: number,
  length: number | undefined,
  report: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const source = sourceOf(content);
  const end = length === undefined ? Infinity : skip + length;
  let at = 0;
  let isCancelled = false;

  /** The next bytes that are wanted; undefined at their end. */
  async function next(): Promise<Uint8Array | undefined> {
    while (at < end) {
      const { done, value } = await source.next();
      if (done === true) {
        if (end !== Infinity) {
          throw new Error(`The content ended after ${at} of ${end} bytes`);
        }
        return undefined;
      }
      const wanted = value.subarray(Math.max(0, skip - at), Math.max(0, end - at));
      at += value.byteLength;
      if (wanted.byteLength > 0) {
        return wanted;
      }
    }
    await source.cancel(undefined);
    return undefined;
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
        try {
          const chunk = await next();
          if (isCancelled) {
            return;
          }
          if (chunk === undefined) {
            controller.close();
          } else {
            controller.enqueue(chunk);
          }
        } catch (thrown) {
          if (!isCancelled) {
            report(thrown);
            controller.error(thrown);
          }
        }
      },
      cancel(reason) {
        isCancelled = true;
        return source.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** What all kinds of content have in common. */
interface Source {
  readonly next: () => Promise<{ readonly done: true; readonly value?: unknown } | Chunk>;
  readonly cancel: (reason: unknown) => Promise<void>;
}

interface Chunk {
  readonly done?: false | undefined;
  readonly value: Uint8Array;
}

function sourceOf(content: Content): Source {
  if (typeof content === "string") {
    return only(new TextEncoder().encode(content));
  }
  if (content instanceof Uint8Array) {
    return only(content);
  }
  if (content instanceof Blob) {
    return sourceOf(content.stream());
  }
  if ("getReader" in content) {
    const reader = content.getReader();
    return { next: () => reader.read(), cancel: (reason) => reader.cancel(reason) };
  }
  const iterator = content[Symbol.asyncIterator]();
  return { next: () => iterator.next(), cancel: () => ended(content, iterator) };
}

/** A source of one chunk. */
function only(bytes: Uint8Array): Source {
  const chunks = [bytes];
  return {
    next: () => {
      const value = chunks.pop();
      return Promise.resolve(value === undefined ? { done: true } : { value });
    },
    cancel: () => Promise.resolve(),
  };
}

async function ended(content: AsyncIterable<Uint8Array>, iterator: AsyncIterator<Uint8Array>): Promise<void> {
  // A stream of Node has its file open from the start, but its iterator closes only what it has begun to read; and a
  // failure that nobody listens to ends the process.
  if (isNodeStream(content)) {
    content.on("error", () => undefined);
    content.destroy();
  }
  await iterator.return?.();
}

interface NodeStream {
  on(event: "error", listener: () => void): unknown;
  destroy(): unknown;
}

function isNodeStream(content: object): content is NodeStream {
  return "on" in content && typeof content.on === "function" && "destroy" in content;
}
