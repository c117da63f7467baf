import { utf8 } from "../text/utf8.js";
import { isReadableStream } from "./is-readable-stream.js";
import { isStreamed, openSource, type UploadContent, type UploadSource } from "./upload-content.js";

/** Content that is read in parts. */
export interface Pieces {
  /** The size of the whole content in bytes; undefined if it is unknown. */
  readonly size: number | undefined;
  /**
   * Returns up to `length` bytes from a position: fewer at the end of the content, and, for a stream, after moving back
   * into the piece that was read last. Returns undefined if the position can no longer be reached.
   */
  read(position: number, length: number): Promise<Piece | undefined>;
  /** Releases the content that has not been read. */
  close(): void;
}

/** A piece of content. */
export type Piece = Blob | Uint8Array;

/** Returns the size of a piece in bytes. */
export function pieceSize(piece: Piece): number {
  return piece instanceof Blob ? piece.size : piece.byteLength;
}

/** Opens content to be read in pieces. A stream is read only once; a function that returns one is called again to move back. */
export async function openPieces(content: UploadContent): Promise<Pieces> {
  const source = await openSource(content);
  const whole = wholeContent(source);
  if (whole !== undefined) {
    return {
      size: pieceSize(whole),
      read: (position, length) =>
        Promise.resolve(position > pieceSize(whole) ? undefined : slice(whole, position, length)),
      close: () => undefined,
    };
  }
  const reopen = typeof content === "function" ? async () => iterate(await openSource(content)) : undefined;
  return new StreamedPieces(iterate(source), reopen);
}

/** Returns the content if it is in memory; undefined for a stream. */
function wholeContent(source: UploadSource): Piece | undefined {
  if (typeof source === "string") {
    return utf8(source);
  }
  if (source instanceof Blob) {
    return source;
  }
  if (ArrayBuffer.isView(source)) {
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  return isStreamed(source) ? undefined : new Uint8Array(source);
}

function slice(whole: Piece, position: number, length: number): Piece {
  const end = position + length;
  return whole instanceof Blob ? whole.slice(position, end) : whole.subarray(position, end);
}

function iterate(source: UploadSource): AsyncIterator<Uint8Array> {
  return isReadableStream(source)
    ? iterateStream(source)
    : (source as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
}

/** Iterates over a stream. Not all platforms have iterators of streams. */
async function* iterateStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        isDone = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!isDone) {
      await reader.cancel().catch(() => undefined);
    }
  }
}

class StreamedPieces implements Pieces {
  readonly size = undefined;
  #chunks: AsyncIterator<Uint8Array>;
  readonly #reopen: (() => Promise<AsyncIterator<Uint8Array>>) | undefined;
  /** The piece that was read last, kept in case the upload moves back. */
  #last: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };
  /** Bytes that have been read from the stream and follow `#last`. */
  #rest: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterator<Uint8Array>, reopen: (() => Promise<AsyncIterator<Uint8Array>>) | undefined) {
    this.#chunks = chunks;
    this.#reopen = reopen;
  }

  async read(position: number, length: number): Promise<Piece | undefined> {
    if (position < this.#last.start) {
      if (this.#reopen === undefined) {
        return undefined;
      }
      this.close();
      this.#chunks = await this.#reopen();
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

  close(): void {
    void this.#chunks.return?.().catch(() => undefined);
  }

  /** Returns the next bytes of the stream: `length` of them, or the remaining ones. */
  async #take(length: number): Promise<Uint8Array> {
    const taken = new Uint8Array(length);
    let size = 0;
    while (size < length) {
      if (this.#rest.byteLength === 0) {
        const next: IteratorResult<Uint8Array, unknown> = await this.#chunks.next();
        if (next.done === true) {
          break;
        }
        this.#rest = new Uint8Array(next.value.buffer, next.value.byteOffset, next.value.byteLength);
      }
      const part = this.#rest.subarray(0, length - size);
      taken.set(part, size);
      size += part.byteLength;
      this.#rest = this.#rest.subarray(part.byteLength);
    }
    return taken.subarray(0, size);
  }
}
