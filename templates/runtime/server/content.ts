import { type Chunk, chunkBytes, chunkReader } from "../codecs/content-chunk.js";
import { wrongKind } from "../codecs/options.js";

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

/** The content of a response. Strings are sent as UTF-8. */
export type Content = Chunk | Blob | ReadableStream<Chunk> | AsyncIterable<Chunk> | ContentReader;

/**
 * Content that is read into the server's own buffers, such as a file. This costs less than chunks: a buffer is reused after
 * its bytes have been sent, so there is less garbage to collect.
 */
export interface ContentReader {
  /** Reads the next bytes into the start of a buffer. Returns their number; 0 at the end. */
  readInto(buffer: Uint8Array): Promise<number>;
  /** Called exactly once, after the last read has ended. */
  close(): Promise<void>;
}

/**
 * The size of the buffers, in bytes. Larger buffers cost less, but only below 128 KiB: at or beyond that size, each buffer is
 * newly mapped into memory, and the system has to clear all its pages first.
 */
const bufferSize = 120 * 1024;

/** Returns the number of bytes; undefined if it is unknown, as for streams. */
export function contentSize(content: Content): number | undefined {
  return content instanceof Blob ? content.size : chunkBytes(content)?.byteLength;
}

/**
 * Returns `length` bytes of content after the first `skip` bytes; all bytes if `length` is undefined. It is an error
 * if the content ends earlier. Errors are also passed to `report`. The content is closed exactly once in all cases; nothing
 * waits for that.
 */
export function contentSource(
  content: Content,
  skip: number,
  length: number | undefined,
  report: (error: unknown) => void,
): ByteSource {
  const end = length === undefined ? Infinity : skip + length;
  const source = wholeSource(content, end);
  let at = 0;
  let isOver = false;

  /** Closes the content, unless it has ended. */
  function stop(reason?: unknown): void {
    if (!isOver) {
      isOver = true;
      source.cancel(reason).catch(() => undefined); // errors when closing are ignored
    }
  }

  /** Returns the next requested bytes; undefined at the end. */
  async function nextWanted(isSpent: boolean): Promise<Uint8Array | undefined> {
    while (at < end) {
      const piece = await source.next(isSpent);
      if (piece === undefined) {
        if (end !== Infinity) {
          throw new Error(`The content ended after ${at} of ${end} bytes`);
        }
        isOver = true;
        return undefined;
      }
      const wanted = piece.subarray(Math.max(0, skip - at), Math.max(0, end - at));
      at += piece.byteLength;
      if (wanted.byteLength > 0) {
        return wanted;
      }
    }
    stop();
    return undefined;
  }

  return {
    async next(isSpent = false) {
      try {
        const piece = isOver ? undefined : await nextWanted(isSpent);
        return isOver ? undefined : piece;
      } catch (thrown) {
        if (isOver) {
          return undefined; // the reader has cancelled
        }
        stop(thrown);
        report(thrown);
        throw thrown;
      }
    },
    cancel(reason) {
      stop(reason);
      return Promise.resolve();
    },
  };
}

/** Returns the whole content. At most its first `end` bytes will be read. Throws a TypeError for values that are not content. */
function wholeSource(content: Content, end: number): ByteSource {
  const bytes = chunkBytes(content);
  if (bytes !== undefined) {
    return only(bytes);
  }
  if (content instanceof Blob) {
    return streamSource(content.stream());
  }
  const object = Object(content) as object;
  if ("readInto" in object) {
    return readerSource(object as ContentReader, Math.min(bufferSize, end));
  }
  if ("getReader" in object) {
    return streamSource(object as ReadableStream<Chunk>);
  }
  if (Symbol.asyncIterator in object) {
    return iterated(object as AsyncIterable<Chunk>);
  }
  throw wrongKind("The content", "bytes, a string, a Blob, a stream or a ContentReader", content);
}

/** Returns a source that has a single chunk. */
function only(bytes: Uint8Array): ByteSource {
  const pieces = [bytes];
  return { next: () => Promise.resolve(pieces.pop()), cancel: () => Promise.resolve() };
}

function readerSource(reader: ContentReader, size: number): ByteSource {
  let buffer: Uint8Array | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  function close(): Promise<void> {
    const end = (): Promise<void> => reader.close();
    return (closing ??= reading.then(end, end));
  }

  return {
    async next(isSpent) {
      if (buffer === undefined || isSpent !== true) {
        buffer = new Uint8Array(size);
      }
      const read = reader.readInto(buffer);
      reading = read;
      const length = await read;
      if (length > 0) {
        return buffer.subarray(0, length);
      }
      await close();
      return undefined;
    },
    cancel: close,
  };
}

function iterated(content: AsyncIterable<Chunk>): ByteSource {
  const nodeStream = isNodeStream(content) ? content : undefined;
  // An unhandled `error` event ends the process, and the iterator listens only after the first read.
  nodeStream?.on("error", () => undefined);
  const bytesIn = chunkReader();
  const iterator: AsyncIterator<unknown, unknown> = content[Symbol.asyncIterator]();
  return {
    async next() {
      const { done, value } = await iterator.next();
      return done === true ? undefined : bytesIn(value);
    },
    async cancel() {
      // A Node stream opens its file immediately, but its iterator closes it only after the first read.
      nodeStream?.destroy();
      await iterator.return?.();
    },
  };
}

interface NodeStream {
  on(event: "error", listener: () => void): unknown;
  destroy(): unknown;
}

function isNodeStream(content: object): content is NodeStream {
  return "on" in content && typeof content.on === "function" && "destroy" in content;
}
