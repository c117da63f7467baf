import { chunkBytes, chunkReader, type Chunk } from "../codecs/content-chunk.js";
import { wrongKind } from "../codecs/options.js";
import { throwIfAborted } from "../errors/abort.js";
import { joinChunks } from "../text/bytes.js";
import { isNodeStream, isStreamed, isWebStream, readChunks, type Streamed } from "./chunk-source.js";
import { blobOf, canMakeBlobs, isReactNative } from "./platform.js";
import { onAbort, withTimeout } from "./signals.js";

/** Content that an upload can send. Strings are sent as UTF-8. */
export type UploadSource = Chunk | Blob | ReadableStream<Chunk> | AsyncIterable<Chunk> | DeviceFile;

/** A file on a device with React Native, as pickers return it. Only the `fetch` of React Native can read it. */
export interface DeviceFile {
  readonly uri: string;
  readonly name?: string | null | undefined;
  readonly type?: string | null | undefined;
}

/** Content, or a function that returns it, which is called for each attempt. */
export type UploadContent = UploadSource | (() => UploadSource | Promise<UploadSource>);

/** Content that is read once, chunk by chunk. */
export interface ContentStream {
  /** Returns the next chunk; undefined at the end. Rejects when the upload has ended. */
  next(): Promise<Uint8Array | undefined>;
  /** Releases the content that has not been read. */
  cancel(): void;
}

/** When to stop reading content. */
export interface ReadingLimits {
  /** Aborted when the content is no longer needed, which releases it. */
  readonly ended: AbortSignal;
  /** The timeout for each chunk in milliseconds. */
  readonly idleMs: number | undefined;
  /** Returns the error for the timeout. */
  readonly expired: (milliseconds: number) => Error;
}

/** Returns whether content can be read again for another attempt. */
export function isRepeatable(content: UploadContent): boolean {
  return typeof content === "function" || !isStreamed(content);
}

/**
 * Called when content is received, which may be long before it is read: an unhandled `error` event of a Node stream ends the
 * process, and a stream that flows to other listeners loses what they receive until then.
 */
export function receiveContent(content: unknown): void {
  if (isNodeStream(content)) {
    content.on("error", () => undefined);
    if (content.readableFlowing === true && content.readableDidRead !== true) {
      content.pause();
    }
  }
}

/**
 * Opens content. Rejects with a TypeError for values that are not content, and for streams and iterators without content
 * because they have been read. The first chunk of a stream is read now, so that this is known before anything is sent.
 */
export async function openContent(
  content: UploadContent,
  limits: ReadingLimits,
): Promise<Blob | Uint8Array | ContentStream | DeviceFile> {
  const source: unknown = typeof content === "function" ? await content() : content;
  if (source instanceof Blob) {
    return source;
  }
  const bytes = chunkBytes(source);
  if (bytes !== undefined) {
    return bytes;
  }
  if (isDeviceFile(source)) {
    if (isReactNative()) {
      return source;
    }
    throw new TypeError("The content is a file with a uri, which only React Native can send. Pass its bytes or a Blob");
  }
  if (!isStreamed(source)) {
    throw wrongKind("The content", "bytes, a string, a Blob, a stream or a function that returns one", source);
  }
  receiveContent(source);
  return openStream(source, limits, source === content);
}

/** Collects the content of a stream: if possible as a Blob, because browsers may keep Blobs on disk. */
export async function collect(stream: ContentStream): Promise<Blob | Uint8Array> {
  return canMakeBlobs()
    ? new Blob(await readAll(stream, (chunk) => blobOf([chunk])))
    : joinChunks(await readAll(stream, (chunk) => chunk.slice()));
}

/** Returns copies of all chunks, because the source may reuse its memory. */
async function readAll<Copy>(stream: ContentStream, copy: (chunk: Uint8Array) => Copy): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (let chunk = await stream.next(); chunk !== undefined; chunk = await stream.next()) {
    copies.push(copy(chunk));
  }
  return copies;
}

/** Returns whether a value is a file of React Native. Streams may have a `uri`, too. */
export function isDeviceFile(source: unknown): source is DeviceFile {
  return typeof (Object(source) as Partial<DeviceFile>).uri === "string" && !isStreamed(source);
}

/** Opens a stream or an iterable. `isGiven` is false if a function of the caller has returned it. */
async function openStream(source: Streamed, limits: ReadingLimits, isGiven: boolean): Promise<ContentStream> {
  const { ended, idleMs, expired } = limits;
  checkUnread(source);
  // An iterator does not show whether it has ended, but only a new one can come from a function.
  const mayHaveEnded = isWebStream(source) ? wasRead(source) : isNodeStream(source) ? source.readableDidRead : isGiven;
  const reader = readChunks(source);
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  onAbort(ended, cancel);
  const bytesOf = chunkReader();
  const next = async (): Promise<Uint8Array | undefined> => {
    throwIfAborted(ended);
    const { done, value } = await withTimeout(idleMs, undefined, expired, () => reader.next());
    throwIfAborted(ended); // what was cancelled must not look like the end of the content
    return done === true ? undefined : bytesOf(value);
  };
  const chunks = [await next()];
  if (chunks[0] === undefined && mayHaveEnded === true && !isReusable(source)) {
    throw unusable("it has been read to its end, or is empty");
  }
  return { next: async () => (chunks.length > 0 ? chunks.pop() : next()), cancel };
}

/** Node streams and iterators that have been opened. Web streams are locked instead. */
const opened = /*#__PURE__*/ new WeakSet();

/** Throws a TypeError for a stream or an iterator that has ended or is being read elsewhere, and the error of a failed stream. */
function checkUnread(source: Streamed): void {
  if (isWebStream(source)) {
    if (source.locked) {
      throw unusable("it is locked, because something else reads or has read it");
    }
    return;
  }
  if (opened.has(source)) {
    throw unusable("an upload has already read it");
  }
  if (isNodeStream(source)) {
    if (source.errored instanceof Error) {
      throw source.errored;
    }
    if (source.readableEnded === true) {
      throw unusable("it has been read to its end");
    }
    if (source.destroyed === true) {
      throw unusable("it has been destroyed");
    }
    if (source.readableFlowing === true) {
      throw unusable("something else is reading it");
    }
  }
  if (!isReusable(source)) {
    opened.add(source);
  }
}

function unusable(reason: string): TypeError {
  return new TypeError(
    `The content is a stream or an iterator that cannot be uploaded: ${reason}. Pass a function that returns a new one each time`,
  );
}

/** Returns whether an iterable returns a new iterator each time. */
function isReusable(source: Streamed): boolean {
  return !isWebStream(source) && !isNodeStream(source) && !("next" in source);
}

/** Returns whether a stream that is not locked has been read from, which a `Response` refuses. */
function wasRead(stream: ReadableStream<unknown>): boolean {
  try {
    return new Response(stream as ReadableStream<Uint8Array>).bodyUsed;
  } catch {
    return true;
  }
}

/** Content that is read in parts. */
export interface Pieces {
  /** The size of the whole content in bytes; undefined if it is unknown. */
  readonly size: number | undefined;
  /**
   * Returns up to `length` bytes from a position: fewer at the end of the content, and, for a stream, after moving back
   * into the piece that was read last. Returns undefined if the position can no longer be reached.
   */
  read(position: number, length: number): Promise<Piece | undefined>;
}

/** A piece of content. */
export type Piece = Blob | Uint8Array;

/** Returns the size of a piece in bytes. */
export function pieceSize(piece: Piece): number {
  return piece instanceof Blob ? piece.size : piece.byteLength;
}

/** Opens content to be read in pieces. A stream is read only once; a function that returns one is called again to move back. */
export async function openPieces(content: UploadContent, limits: ReadingLimits): Promise<Pieces> {
  const whole = await openContent(content, limits);
  if (isDeviceFile(whole)) {
    throw new TypeError(
      "A file with a uri cannot be divided into pieces. Pass its Blob instead, which is await (await fetch(uri)).blob()",
    );
  }
  if ("next" in whole) {
    return new StreamedPieces(whole, typeof content === "function" ? () => reopen(content, limits) : undefined);
  }
  const size = pieceSize(whole);
  return {
    size,
    read: (position, length) => Promise.resolve(position > size ? undefined : slice(whole, position, length)),
  };
}

async function reopen(content: UploadContent, limits: ReadingLimits): Promise<ContentStream> {
  const opened = await openContent(content, limits);
  if ("next" in opened) {
    return opened;
  }
  throw wrongKind("The content", "a stream as before", opened);
}

function slice(whole: Piece, position: number, length: number): Piece {
  const end = position + length;
  return whole instanceof Blob ? whole.slice(position, end) : whole.subarray(position, end);
}

class StreamedPieces implements Pieces {
  readonly size = undefined;
  #stream: ContentStream;
  readonly #reopen: (() => Promise<ContentStream>) | undefined;
  /** The piece that was read last, kept in case the upload moves back. */
  #last: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };
  /** Bytes that have been read from the stream and follow `#last`. */
  #rest: Uint8Array = new Uint8Array();

  constructor(stream: ContentStream, reopen: (() => Promise<ContentStream>) | undefined) {
    this.#stream = stream;
    this.#reopen = reopen;
  }

  async read(position: number, length: number): Promise<Piece | undefined> {
    if (position < this.#last.start) {
      if (this.#reopen === undefined) {
        return undefined;
      }
      this.#stream.cancel();
      this.#stream = await this.#reopen();
      this.#last = { start: 0, bytes: new Uint8Array() };
      this.#rest = new Uint8Array();
    }
    for (;;) {
      const { start, bytes } = this.#last;
      const end = start + bytes.byteLength;
      if (position < end) {
        return bytes.subarray(position - start, position - start + length);
      }
      // Bytes before the position are read and discarded, one piece at a time.
      const next = await this.#take(position === end ? length : Math.min(length, position - end));
      this.#last = { start: end, bytes: next };
      if (next.byteLength === 0) {
        return position === end ? next : undefined;
      }
    }
  }

  /** Returns the next bytes of the stream: `length` of them, or the remaining ones. */
  async #take(length: number): Promise<Uint8Array> {
    const taken = new Uint8Array(length);
    let size = 0;
    while (size < length) {
      if (this.#rest.byteLength === 0) {
        const chunk = await this.#stream.next();
        if (chunk === undefined) {
          break;
        }
        this.#rest = chunk;
      }
      const part = this.#rest.subarray(0, length - size);
      taken.set(part, size);
      size += part.byteLength;
      this.#rest = this.#rest.subarray(part.byteLength);
    }
    return taken.subarray(0, size);
  }
}
