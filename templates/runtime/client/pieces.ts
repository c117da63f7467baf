import { wrongKind } from "../codecs/option-values.js";
import {
  isDeviceFile,
  openContent,
  type ContentStream,
  type ReadingLimits,
  type UploadContent,
} from "./upload-content.js";

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
