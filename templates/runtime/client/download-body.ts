import type { Progress } from "./options.js";
import { NetworkError, TimeoutError } from "./errors.js";
import type { RouteInfo } from "../routes/route.js";
import { onAbort } from "./on-abort.js";
import { within } from "./time-limit.js";

/** Where content comes from, and what may happen on the way. */
export interface Origin {
  readonly route: RouteInfo;
  readonly content: ReadableStream<Uint8Array>;
  /** How many bytes come before those of `content`, which are not needed; 0 by default. */
  readonly loaded?: number;
  /** How many bytes there should be, those included; undefined if that is not known. */
  readonly size: number | undefined;
  /** How often in a row the connection may be lost without a byte received. */
  readonly attempts: number;
  /** Opens the content after so many bytes; undefined if that is not possible. */
  readonly resume?: ((loaded: number, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The time for each piece, in milliseconds. */
  readonly idle?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The content as one stream, however often it has to be opened. Nothing is read before it is asked for. */
export function downloadBody(origin: Origin): ReadableStream<Uint8Array> {
  const { route, size, signal } = origin;
  let reader = origin.content.getReader();
  let { loaded = 0 } = origin;
  let breaks = 0;
  // Aborted when the content has been read or cancelled.
  const over = new AbortController();
  const stop = (reason: unknown): void => void reader.cancel(reason).catch(() => undefined);
  const expired = (milliseconds: number): TimeoutError => new TimeoutError(route.path, milliseconds, "no content");
  const next = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await within(origin.idle, over.signal, expired, () => reader.read());
    if (done && size !== undefined && loaded < size) {
      throw new Error(`the content ended after ${loaded} of ${size} bytes`);
    }
    return value;
  };
  const nextOrResumed = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      try {
        return await next();
      } catch (cause) {
        stop(cause);
        over.signal.throwIfAborted();
        if (loaded === size) {
          return undefined; // only the end of the connection was lost
        }
        breaks++;
        if (origin.resume === undefined || !(breaks < origin.attempts)) {
          throw cause instanceof TimeoutError ? cause : new NetworkError(route.path, cause);
        }
        reader = (await origin.resume(loaded, over.signal)).getReader();
      }
    }
  };
  let release: (() => void) | undefined;
  const finish = (reason?: unknown): void => {
    release?.();
    over.abort(reason);
    stop(reason);
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // An aborted download frees its connection also when nobody is reading.
        const abort = (): void => {
          controller.error(signal?.reason);
          finish(signal?.reason);
        };
        release = signal && onAbort(signal, abort);
        if (signal?.aborted === true) {
          abort();
        }
      },
      async pull(controller) {
        try {
          const chunk = await nextOrResumed();
          if (chunk === undefined) {
            finish();
            controller.close();
            return;
          }
          breaks = 0;
          loaded += chunk.byteLength;
          controller.enqueue(chunk);
          origin.onProgress?.({ loaded, total: size });
        } catch (thrown) {
          finish(thrown);
          throw thrown;
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}
