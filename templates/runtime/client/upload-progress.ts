import { abortReason, abortWith, throwIfAborted } from "../errors/abort.js";
import { chunkBytes } from "../codecs/content-chunk.js";
import { isWebStream, readChunks, type ChunkSource } from "./chunk-source.js";
import type { ClientState } from "./core.js";
import { eitherSignal, longestTimer, onAbort, unlessAborted } from "./signals.js";
import type { OutgoingRequest, Progress, Send } from "./options.js";
import type { ContentStream } from "./upload-content.js";
import { browserRequestClass, streamsRequests, type BrowserRequest } from "./platform.js";

/** What to watch while an attempt sends its content. */
export interface UploadWatch {
  /** Aborted when the attempt is over, or with the error that ends it. */
  readonly attempt: AbortController;
  /** The size of a stream, if the caller knows it. */
  readonly size: number | undefined;
  readonly onProgress: ((progress: Progress) => unknown) | undefined;
  /** The timeout for each part of the content in milliseconds. */
  readonly idleMs: number | undefined;
  readonly expired: (milliseconds: number) => Error;
}

/** Sends a request with content, until the attempt is aborted. */
export function sendContent(
  client: ClientState,
  request: OutgoingRequest,
  send: Send,
  watch: UploadWatch,
): Promise<Response> {
  const { body } = request.init;
  const { signal } = watch.attempt;
  const init = { ...request.init, signal: eitherSignal(request.init.signal ?? undefined, signal, signal) ?? null };
  const total = bodySize(body) ?? watch.size;
  // A short content is passed to the system at once, so nothing is seen of it.
  const isWatched =
    watch.onProgress !== undefined ||
    (watch.idleMs !== undefined && (isWebStream(body) || Number(total) > progressStep));
  const sending = isWatched
    ? sendWatched(client, { ...request, init }, send, total, watch)
    : send({ ...request, init });
  return unlessAborted(sending, signal);
}

/** Returns the size of a body in bytes; undefined for streams, and for what only the platform can read. */
function bodySize(body: unknown): number | undefined {
  return body instanceof Blob ? body.size : chunkBytes(body)?.byteLength;
}

/**
 * Sends a request and reports the progress of its body. Browsers report progress only for `XMLHttpRequest`, and then send a
 * preflight request: with `avoidPreflight` or a custom `fetch`, and in service workers, only the start and the end are
 * reported, and a stalled connection is not noticed.
 */
async function sendWatched(
  client: ClientState,
  request: OutgoingRequest,
  send: Send,
  total: number | undefined,
  watch: UploadWatch,
): Promise<Response> {
  const init = { ...request.init };
  const { body } = init;
  const { attempt } = watch;
  const progress = new UploadProgress(total, watch);
  const { fetch, avoidPreflight } = client.options();
  const Request = browserRequestClass();
  const chunks = streamsRequests() ? chunksOf(body) : undefined;
  if (chunks !== undefined) {
    const content = countedContent(chunks, progress, attempt.signal);
    const refusals: TypeError[] = [];
    const refuse = (error: TypeError): void => void refusals.push(error);
    const counted = isWebStream(body) ? streamBody(content, attempt) : streamBody(content, attempt, refuse);
    const headers = new Headers(init.headers);
    if (!isWebStream(body)) {
      headers.set("Content-Length", String(total)); // some gateways need it; platforms that do not allow it ignore it
    }
    try {
      return await send({ ...request, init: { ...init, headers, body: counted, ...{ duplex: "half" as const } } });
    } catch (thrown) {
      if (refusals.length === 0) {
        throw thrown;
      }
      // Such a `fetch` may not be able to send a Blob either.
      if (body instanceof Blob) {
        init.body = await body.arrayBuffer();
      }
    }
  } else if (Request !== undefined && fetch === undefined && avoidPreflight !== true) {
    let sending: Promise<Response>;
    try {
      sending = sendByXmlHttpRequest(new Request(), request, progress);
    } catch (thrown) {
      abortWith(attempt, thrown); // nothing has been sent, so it is not an error of the network
      throw thrown;
    }
    return sending;
  }
  progress.report(0);
  const response = await send({ ...request, init });
  progress.report(total ?? 0);
  return response;
}

/** Returns how to read a body chunk by chunk; undefined if only the platform can read it. */
function chunksOf(body: unknown): ChunkSource | undefined {
  const stream = body instanceof Blob ? body.stream() : body;
  if (isWebStream(stream)) {
    return readChunks(stream);
  }
  const bytes = chunkBytes(body);
  return bytes && readChunks(once(bytes));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

const progressStep = 65_536;

/** Reports the progress of an attempt, and aborts it if the callback fails or if there is no progress for too long. */
class UploadProgress {
  readonly #total: number | undefined;
  readonly #watch: UploadWatch;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(total: number | undefined, watch: UploadWatch) {
    this.#total = total;
    this.#watch = watch;
    onAbort(watch.attempt.signal, () => this.stopTimer());
  }

  report(loaded: number): void {
    const { attempt, onProgress } = this.#watch;
    if (onProgress === undefined || attempt.signal.aborted) {
      return;
    }
    const fail = (thrown: unknown): void => abortWith(attempt, thrown);
    try {
      Promise.resolve(onProgress({ loaded, total: this.#total })).catch(fail); // it may be an async function
    } catch (thrown) {
      fail(thrown);
    }
  }

  /** Expects the next progress within the timeout. */
  startTimer(): void {
    const { attempt, idleMs, expired } = this.#watch;
    this.stopTimer();
    if (idleMs !== undefined && idleMs <= longestTimer && !attempt.signal.aborted) {
      this.#timer = setTimeout(() => abortWith(attempt, expired(idleMs)), idleMs);
    }
  }

  stopTimer(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Returns content as the body of a request. A `fetch` that cannot send streams converts them to text: this is refused, because
 * the service would store that text. An error of the content aborts the attempt.
 */
export function streamBody(
  content: Pick<ContentStream, "next">,
  attempt: AbortController,
  refuse = (error: TypeError): void => abortWith(attempt, error),
): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const chunk = await content.next();
          if (chunk === undefined) {
            controller.close();
          } else {
            controller.enqueue(chunk);
          }
        } catch (thrown) {
          abortWith(attempt, thrown);
          throw thrown;
        }
      },
    },
    { highWaterMark: 0 },
  );
  const toText = (): never => {
    const error = new TypeError(
      "The fetch of this client cannot send streams: it converts them to text. Upload bytes or a Blob, or use another fetch",
    );
    refuse(error);
    throw error;
  };
  return Object.assign(stream, { [Symbol.toPrimitive]: toText });
}

/** Returns the content in small chunks, each of which counts as sent when the next one is requested. */
function countedContent(
  chunks: ChunkSource,
  progress: UploadProgress,
  ended: AbortSignal,
): Pick<ContentStream, "next"> {
  onAbort(ended, () => void chunks.cancel().catch(() => undefined));
  let left: Uint8Array = new Uint8Array();
  let loaded = 0;
  return {
    async next() {
      progress.stopTimer();
      if (loaded > 0) {
        progress.report(loaded);
      }
      while (left.byteLength === 0) {
        const { done, value } = await chunks.next();
        throwIfAborted(ended); // what was cancelled must not look like the end of the content
        if (done === true) {
          return undefined;
        }
        left = value as Uint8Array;
      }
      const piece = left.subarray(0, progressStep);
      left = left.subarray(progressStep);
      loaded += piece.byteLength;
      progress.startTimer();
      return piece;
    },
  };
}

function sendByXmlHttpRequest(
  request: BrowserRequest,
  { url, init }: OutgoingRequest,
  progress: UploadProgress,
): Promise<Response> {
  const { signal } = init;
  throwIfAborted(signal); // it may have been aborted while a stream was collected
  const sent = new Promise<Response>((resolve, reject) => {
    request.onload = () => resolve(toResponse(request));
    request.onerror = () => reject(new TypeError("The connection failed"));
    request.onabort = () => {
      if (signal) {
        reject(abortReason(signal));
      }
    };
  });
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    progress.report(loaded);
    if (lengthComputable && loaded === total) {
      progress.stopTimer();
    } else {
      progress.startTimer();
    }
  };
  request.open("POST", url);
  request.responseType = "arraybuffer";
  init.headers.forEach((value, name) => request.setRequestHeader(name, value));
  const release = signal ? onAbort(signal, () => request.abort()) : undefined;
  request.send(init.body);
  return sent.finally(release);
}

function toResponse(request: BrowserRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) {
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
  }
  const { status } = request;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  return new Response(hasBody ? (request.response as ArrayBuffer) : null, { status, headers });
}
