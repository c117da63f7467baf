import { bodyIncomplete, bodyTooLarge } from "./body-refusals.js";
import type { Refusal } from "./refusal.js";

/** The content of an upload on its way to the handler: no more of it is read than the handler asks for. */
export class ReceivedContent {
  readonly stream: ReadableStream<Uint8Array>;
  /** What was wrong with it; the stream has failed with this. */
  failure: Refusal | undefined;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #isOver = false;
  #fail: (reason: Error) => void = () => undefined;

  /** The content may have `limit` bytes. */
  constructor(body: ReadableStream<Uint8Array>, limit: number) {
    let length = 0;
    this.#reader = body.getReader();
    this.stream = new ReadableStream(
      {
        start: (controller) => {
          this.#fail = (reason) => controller.error(reason);
        },
        pull: async (controller) => {
          const chunk = await this.#next();
          length += chunk?.byteLength ?? 0;
          if (this.#isOver) {
            return;
          }
          if (length > limit) {
            this.failure = bodyTooLarge(limit);
            this.#end(this.failure);
          } else if (chunk === undefined) {
            this.#isOver = true;
            controller.close();
          } else {
            controller.enqueue(chunk);
          }
        },
        cancel: () => {
          this.#isOver = true;
          return this.#reader.cancel();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Ends the stream, unless it has come to its end. */
  end(): void {
    if (!this.#isOver) {
      this.#end(new Error("The call has been answered"));
    }
  }

  async #next(): Promise<Uint8Array | undefined> {
    try {
      return (await this.#reader.read()).value;
    } catch {
      if (!this.#isOver) {
        this.failure = bodyIncomplete();
        this.#end(this.failure);
      }
      return undefined;
    }
  }

  #end(reason: Error): void {
    this.#isOver = true;
    this.#fail(reason);
    this.#reader.cancel().catch(() => undefined); // the rest is nobody's concern
  }
}
