import { bodyIncomplete, bodyTooLarge } from "./body-refusals.js";
import { toStream, type ByteSource } from "./byte-source.js";
import type { Refusal } from "./refusal.js";

/** The content of an upload, which can be read once: as a stream, or with `for await`. */
export type UploadedContent = ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;

/** The content of an upload, which is read only when the handler asks for it. */
export class ReceivedContent {
  readonly content: UploadedContent;
  /** The error with which reading has failed, if it has. */
  failure: Refusal | undefined;
  readonly #body: ByteSource;
  readonly #limit: number;
  #length = 0;
  /** How the content has ended. Reading rejects if this is an Error. */
  #end: "read" | "cancelled" | Error | undefined;

  /** `limit` is the maximum size in bytes. */
  constructor(body: ByteSource, limit: number) {
    this.#body = body;
    this.#limit = limit;
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
    let piece: Uint8Array | undefined;
    if (this.#end === undefined) {
      try {
        piece = await this.#body.next();
      } catch {
        this.#fail(bodyIncomplete());
      }
    }
    this.#length += piece?.byteLength ?? 0;
    if (this.#length > this.#limit) {
      this.#fail(bodyTooLarge(this.#limit));
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
