import { abortReason, abortWith, throwIfAborted } from "../errors/abort.js";
import type { ContentCheck } from "./content-check.js";
import type { Progress } from "./options.js";
import { NetworkError, TimeoutError, type ReceivedResponse } from "./errors.js";
import type { RouteInfo } from "../routes/route.js";
import { onAbort, withTimeout } from "./signals.js";

/** The source of a download's content, and how to recover from lost connections. */
export interface ContentSource {
  readonly route: RouteInfo;
  /** The response with which the download began. */
  readonly begun: ReceivedResponse;
  readonly content: ReadableStream<Uint8Array>;
  /** The number of bytes before `content` that the caller already has; 0 by default. */
  readonly loaded?: number;
  /** The expected total number of bytes, including `loaded`; undefined if it is unknown. */
  readonly size: number | undefined;
  /** The download fails if this many connections in a row are lost without a byte arriving in between. */
  readonly attempts: number;
  /** Opens the content after the first `loaded` bytes; undefined if the download cannot resume. */
  readonly resume?: ((loaded: number, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The timeout for each chunk, in milliseconds. */
  readonly idleMs?: number | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called when the content has passed, or is no longer read. */
  readonly release: () => void;
  /** Compares the content with its hash; undefined if that is not known. */
  readonly check?: ContentCheck | undefined;
}

/** Returns the content as one stream, which resumes after lost connections and reads only on demand. */
export function downloadBody(source: ContentSource): ReadableStream<Uint8Array> {
  const { route, size, signal } = source;
  let reader = source.content.getReader();
  let { loaded = 0 } = source;
  let breaks = 0;
  // Aborted when the download is over.
  const over = new AbortController();
  const stop = (reason: unknown): void => void reader.cancel(reason).catch(() => undefined);
  const expired = (milliseconds: number): TimeoutError => new TimeoutError(route.path, milliseconds, "no content");
  const next = async (): Promise<Uint8Array | undefined> => {
    const { done, value } = await withTimeout(source.idleMs, over.signal, expired, () => reader.read());
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
        throwIfAborted(over.signal);
        if (loaded === size) {
          return undefined; // all bytes have arrived, and only closing the connection failed
        }
        breaks++;
        if (source.resume === undefined || !(breaks < source.attempts)) {
          throw cause instanceof TimeoutError ? cause : new NetworkError(route.path, cause, source.begun);
        }
        reader = (await source.resume(loaded, over.signal)).getReader();
      }
    }
  };
  let release: (() => void) | undefined;
  const finish = (reason?: unknown): void => {
    release?.();
    abortWith(over, reason);
    stop(reason);
    source.release();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // An aborted download releases its connection even if nobody is reading.
        const abort = (): void => {
          const reason = signal && abortReason(signal);
          controller.error(reason);
          finish(reason);
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
            await source.check?.end();
            finish();
            controller.close();
            return;
          }
          breaks = 0;
          await source.check?.add(chunk);
          loaded += chunk.byteLength;
          controller.enqueue(chunk);
          source.onProgress?.({ loaded, total: size });
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
