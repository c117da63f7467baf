import { hexadecimal } from "../text/bytes.js";
import { toStream, type ByteSource } from "./content.js";
import { bodyIncomplete, bodyTooLarge, bodyTooSlow, isRefusal, type Refusal } from "./refusal.js";
import { withTimeout } from "./time-limit.js";

/** The content of an upload, which can be read once: as a stream, or with `for await`. */
export type UploadedContent = ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;

/** The limits of the content of an upload. */
export interface ContentLimits {
  /** The maximum size in bytes. */
  readonly maxUploadBytes: number;
  /** The timeout for each read. */
  readonly bodyTimeoutMs: number;
}

/** The content of an upload, which is read only when the handler asks for it. */
export class ReceivedContent {
  readonly content: UploadedContent;
  /** The error with which reading has failed, if it has. */
  failure: Refusal | undefined;
  readonly #body: ByteSource;
  readonly #limits: ContentLimits;
  #length = 0;
  /** How the content has ended. Reading rejects if this is an Error. */
  #end: "read" | "cancelled" | Error | undefined;

  constructor(body: ByteSource, limits: ContentLimits) {
    this.#body = body;
    this.#limits = limits;
    const source = { next: () => this.#next(), cancel: () => this.#cancel() };
    // The stream gets another iterator, because not all platforms can iterate streams, and this one is faster.
    this.content = Object.assign(toStream(source), { [Symbol.asyncIterator]: () => iterator(source) });
  }

  /** Ends the content after the response, so that further reads reject. */
  end(): void {
    if (this.#end === undefined) {
      this.#stop(new Error("The call has already been answered")); // created only if needed, because stack traces are slow
    }
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { maxUploadBytes, bodyTimeoutMs } = this.#limits;
    let piece: Uint8Array | undefined;
    if (this.#end === undefined) {
      try {
        piece = await withTimeout(this.#body.next(), bodyTimeoutMs, bodyTooSlow);
      } catch (thrown) {
        this.#fail(isRefusal(thrown) ? thrown : bodyIncomplete());
      }
    }
    this.#length += piece?.byteLength ?? 0;
    if (this.#length > maxUploadBytes) {
      this.#fail(bodyTooLarge(maxUploadBytes));
    }
    if (this.#end instanceof Error) {
      throw this.#end;
    }
    if (piece === undefined) {
      this.#end ??= "read";
    }
    return this.#end === undefined ? piece : undefined;
  }

  #cancel(): Promise<void> {
    this.#stop("cancelled");
    return Promise.resolve();
  }

  #fail(failure: Refusal): void {
    if (this.#end === undefined) {
      this.failure = failure;
      this.#stop(failure);
    }
  }

  #stop(end: "cancelled" | Error): void {
    if (this.#end === undefined) {
      this.#end = end;
      this.#body.cancel().catch(() => undefined); // the rest is not needed
    }
  }
}

function iterator({ next, cancel }: ByteSource): AsyncIterableIterator<Uint8Array> {
  return {
    async next() {
      const value = await next();
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    async return() {
      await cancel();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const blockSize = 64 * 1024;
const hashSize = 32;

/**
 * A hash of content that is read chunk by chunk. Platforms can only hash bytes in memory, so each block is hashed with
 * SHA-256 together with the hash of the previous blocks.
 */
export class ContentHash {
  /** The hash of the previous blocks, then the bytes of the next block. */
  readonly #block = new Uint8Array(hashSize + blockSize);
  #length = 0;
  #isWhole = false;

  /** Wraps a source so that its bytes are hashed as they are read. */
  of(source: ByteSource): ByteSource {
    return {
      next: async (isSpent) => {
        const piece = await source.next(isSpent);
        if (piece === undefined) {
          this.#isWhole = true;
        } else {
          await this.#add(piece);
        }
        return piece;
      },
      cancel: (reason) => source.cancel(reason),
    };
  }

  /** Returns the hash; null if the content was not read to its end. */
  async end(): Promise<string | null> {
    await this.#next();
    const hash = this.#block.subarray(0, hashSize);
    return this.#isWhole ? hexadecimal(hash) : null;
  }

  async #add(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + blockSize - this.#length);
      this.#block.set(part, hashSize + this.#length);
      this.#length += part.length;
      at += part.length;
      if (this.#length === blockSize) {
        await this.#next();
      }
    }
  }

  async #next(): Promise<void> {
    const digest = await crypto.subtle.digest("SHA-256", this.#block.subarray(0, hashSize + this.#length));
    this.#block.set(new Uint8Array(digest));
    this.#length = 0;
  }
}
