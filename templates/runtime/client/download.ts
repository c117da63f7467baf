import type { AnyErrorTags, ErrorTags } from "../routes/error-summary.js";
import { checkStyle } from "../routes/route.js";
import type { Saved } from "../saving/save-to.js";
import { joinChunks } from "../text/bytes.js";
import { contentRange, rangeHeader, unsatisfiedSize, type ByteRange, type ContentRange } from "./byte-range.js";
import { exchange, startCall, type Call } from "./call.js";
import { responseBody } from "./chunk-source.js";
import { contentCheck, type ContentCheck } from "./content-check.js";
import {
  contentLength,
  contentVersion,
  isRecognizable,
  isSameVersion,
  isStrong,
  type ContentVersion,
} from "./content-version.js";
import { newCall, timeLimits, type CallState, type ClientCore, type ClientState } from "./core.js";
import { downloadBody } from "./download-body.js";
import { explain, isApiError, NetworkError, RangeNotSatisfiableError } from "./errors.js";
import { whenLoaded, type CallableRoute, type LoadableRoute } from "./lazy-route.js";
import { checkCallOptions, type CallOptions, type ExtraHeaders, type Progress } from "./options.js";
import { blobOf, canMakeBlobs, type BlobPart } from "./platform.js";
import { readResult, replyError, wholeResponse, type Reply } from "./reply.js";
import { authorization, requestHead, withArgument } from "./request.js";
import { mayRetry } from "./retry.js";
import { encodeArgument, replyReader } from "./validation.js";

/** The options of a download. */
export interface DownloadOptions<Tags extends AnyErrorTags = never> extends CallOptions<Tags> {
  /**
   * The part of the content to download. A service may send more: `range` of the download is what it sent. A range that
   * begins at or after the end of the content rejects with a `RangeNotSatisfiableError`.
   */
  readonly range?: ByteRange | undefined;
  /** Called with the number of bytes received so far. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The options of a conditional download. */
export interface ConditionalDownloadOptions<Tags extends AnyErrorTags = never> extends DownloadOptions<Tags> {
  /** The `etag` of the content that the caller already has. */
  readonly ifNoneMatch: string;
}

/** The content that a route returns, with the route's result. */
export interface Download<Result> {
  readonly isNotModified: false;
  readonly result: Result;
  /**
   * The content. It can be read once: either here or with one of the methods. If you do not need it, `cancel()` it to
   * release the connection.
   *
   * Interrupted downloads resume, as `retry` allows, if the service identifies the version of the content: with a
   * strong `ETag`; with a revision in the result, such as `rev`; or with a weak `ETag` and the size. If the content has
   * changed in the meantime, reading fails with a `NetworkError`.
   */
  readonly body: ReadableStream<Uint8Array>;
  /** The size of `body` in bytes; undefined if the service does not send it, and for other origins in browsers. */
  readonly size: number | undefined;
  /** The part of the content that was received; undefined for the whole content. */
  readonly range: ContentRange | undefined;
  /** Identifies this version of the content, for `ifNoneMatch`. */
  readonly etag: string | undefined;
  readonly contentType: string | undefined;
  bytes(): Promise<Uint8Array>;
  blob(): Promise<Blob>;
  /** Returns the content as UTF-8. */
  text(): Promise<string>;
  /**
   * Saves the content as a file (Node, Deno, Bun). It is written to a temporary `.partial` file next to the target,
   * which is renamed when it is complete; the mode of an existing file is kept, and symbolic links are followed. An
   * interrupted download of the same version resumes from the temporary file, even in another process; if the service
   * refuses to resume, it begins again. The next `saveTo` of the same path removes temporary files of other versions, but only
   * those whose last write was more than 10 minutes ago.
   */
  saveTo(path: string): Promise<Saved<Result>>;
}

/** The content has not changed since the version that the caller has. */
export interface NotModified {
  readonly isNotModified: true;
  readonly etag: string | undefined;
}

/** A call that returns content. */
export interface DownloadCall<Result, E> extends Call<Download<Result>, E> {
  /** Saves the content as a file, see {@link Download.saveTo}. */
  saveTo(path: string): Promise<Saved<Result>>;
}

/** Calls a route that returns content. Resolves when the content starts to arrive. */
export function download<ArgInput, Result, E>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: ConditionalDownloadOptions<ErrorTags<E>>,
): Call<Download<Result> | NotModified, E>;
export function download<ArgInput, Result, E>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options?: DownloadOptions<ErrorTags<E>>,
): DownloadCall<Result, E>;
export function download<ArgInput, Result, E>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: DownloadOptions<ErrorTags<E>> | ConditionalDownloadOptions<ErrorTags<E>> = {},
): Call<Download<Result> | NotModified, E> {
  const call = startCall(newCall(core, options), route, arg, performDownload);
  const saveTo = async (path: string): Promise<Saved<Result>> => {
    const saving = import("../saving/save-to.js"); // loads while the request is under way
    saving.catch(() => undefined);
    const content = await call;
    if (content.isNotModified) {
      throw new TypeError("The content is not modified, so the response has no content to save");
    }
    return content.saveTo(path);
  };
  return Object.assign(call, { saveTo });
}

type DownloadState = CallState<DownloadOptions<AnyErrorTags> & Partial<ConditionalDownloadOptions<AnyErrorTags>>>;

async function performDownload<ArgInput, Result, E>(
  state: DownloadState,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
): Promise<Reply<Download<Result> | NotModified>> {
  checkStyle(state.binding, route, "download", "download");
  checkCallOptions(state.callOptions);
  const { ifNoneMatch, range, signal } = state.callOptions;
  if (state.options().avoidPreflight === true && (ifNoneMatch !== undefined || (range && "last" in range))) {
    throw new TypeError("ifNoneMatch and a range of last bytes need a header, which avoidPreflight does not allow");
  }
  const request = requester(state, route, encodeArgument(state, route, arg));
  const head = { "If-None-Match": ifNoneMatch, Range: range && rangeHeader(range) };
  return request(head, signal, async (response): Promise<Reply<Download<Result> | NotModified>> => {
    const { status, headers } = response;
    if (status === 304 && ifNoneMatch !== undefined) {
      return { result: { isNotModified: true, etag: headers.get("ETag") ?? undefined }, status, headers };
    }
    if (status === 416 && range !== undefined) {
      throw new RangeNotSatisfiableError(route.path, await wholeResponse(route, response), unsatisfiedSize(headers));
    }
    if (!response.ok) {
      throw replyError(route, await wholeResponse(route, response), replyReader(state));
    }
    const result = readResultHeader(state, route, response);
    return { result: createDownload(state, route, response, result, request), status, headers };
  });
}

/** Sends the request of a download with additional headers and reads the response. */
type Request = <T>(
  headers: ExtraHeaders,
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<T>,
) => Promise<T>;

function requester(state: DownloadState, route: CallableRoute<never, unknown, unknown>, arg: unknown): Request {
  const isIdempotent = state.callOptions.idempotent ?? true;
  return (headers, signal, read) => {
    const plan = { route, headers, isRepeatable: true, isIdempotent, read };
    return exchange(state, withArgument(state, plan, arg), signal);
  };
}

function readResultHeader<Result, E>(
  state: DownloadState,
  route: CallableRoute<never, Result, E>,
  response: Response,
): Result {
  const { status, headers } = response;
  const json = headers.get(state.binding.headers.result) ?? "";
  try {
    return readResult(route, { status, headers, body: json }, replyReader(state));
  } catch (thrown) {
    void responseBody(response)
      ?.cancel()
      .catch(() => undefined);
    throw thrown;
  }
}

function createDownload<Result>(
  state: DownloadState,
  route: CallableRoute<never, Result, unknown>,
  response: Response,
  result: Result,
  request: Request,
): Download<Result> {
  const { callOptions } = state;
  const { status, headers } = response;
  const begun = { status, headers, body: "" };
  const range = status === 206 ? contentRange(headers) : undefined;
  const size = contentLength(response);
  const version = versionIn(state, response);
  // The place among the requests in flight is kept until the content has passed.
  let releasePlace = takeRelease(state);
  const release = (): void => {
    releasePlace?.();
    releasePlace = undefined;
  };
  const retry = callOptions.retry ?? state.options().retry;
  const canResume =
    state.options().avoidPreflight !== true && !headers.has("Content-Encoding") && isRecognizable(version);
  const requestRest = (loaded: number, signal?: AbortSignal): Promise<ReadableStream<Uint8Array> | string> => {
    const start = (range?.start ?? 0) + loaded;
    const head = {
      Range: rangeHeader({ start, end: range?.end }),
      "If-Range": isStrong(version.etag) ? version.etag : undefined,
    };
    state.release = releasePlace; // the request for the rest has the same place
    releasePlace = undefined;
    return request(head, signal, async (response) => {
      const rest = await continuation(state, route, response, start, version);
      releasePlace = takeRelease(state);
      return rest;
    });
  };
  const resume = async (loaded: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> => {
    const rest = await requestRest(loaded, signal);
    if (typeof rest === "string") {
      throw new NetworkError(route.path, new Error(rest), begun); // not retried, because it would fail again
    }
    return rest;
  };
  const checkWhole = (size?: number): ContentCheck | undefined =>
    range === undefined ? contentCheck(state, route, begun, result, size) : undefined;
  const open = (
    content: ReadableStream<Uint8Array>,
    loaded: number,
    check: ContentCheck | undefined,
  ): ReadableStream<Uint8Array> =>
    downloadBody({
      route,
      begun,
      content,
      loaded,
      size,
      attempts: (retry === false ? undefined : retry?.attempts) ?? 3,
      resume: canResume && retry !== false ? resume : undefined,
      signal: callOptions.signal,
      idleMs: timeLimits(state, callOptions).idleMs,
      onProgress: callOptions.onProgress,
      release,
      check,
    });
  const body = hasStream(response) ? open(responseBody(response) ?? new Blob([]).stream(), 0, checkWhole()) : undefined;
  if (body === undefined) {
    release(); // the platform has read the content
  }
  const contentType = headers.get("Content-Type") ?? undefined;
  /** Returns content that the platform has read, if its hash is right. */
  const checked = async (content: ArrayBuffer): Promise<Uint8Array> => {
    const bytes = new Uint8Array(content);
    const check = checkWhole(bytes.byteLength);
    await check?.add(bytes);
    await check?.end();
    return bytes;
  };
  const bytes = async (): Promise<Uint8Array> =>
    body === undefined ? checked(await response.arrayBuffer()) : joinChunks(await readStream(body));
  return {
    isNotModified: false,
    result,
    get body() {
      return body ?? withoutStreams();
    },
    size,
    range,
    etag: version.etag,
    contentType,
    bytes,
    async blob() {
      const chunks = body && (await readStream(body));
      const blob = await withBlobs(() => (chunks === undefined ? response.blob() : blobOf(chunks, contentType)));
      if (chunks === undefined && checkWhole() !== undefined) {
        await checked(await new Response(blob).arrayBuffer());
      }
      return blob;
    },
    text: async () => (body === undefined && checkWhole() === undefined ? response.text() : decodeText(await bytes())),
    async saveTo(path) {
      const { saveTo } = await import("../saving/save-to.js");
      const resumption = {
        version: JSON.stringify([version, range]),
        openAt: async (loaded: number, saved: AsyncIterable<Uint8Array>) => {
          const rest =
            loaded === size
              ? new Blob([]).stream()
              : await requestRest(loaded, callOptions.signal).catch(refusalToResume);
          if (typeof rest === "string") {
            return undefined;
          }
          const check = checkWhole();
          for await (const chunk of check === undefined ? [] : saved) {
            await check?.add(chunk);
          }
          return open(rest, loaded, check);
        },
      };
      return saveTo(path, {
        result,
        body: body ?? withoutStreams(),
        size,
        resumption: canResume ? resumption : undefined,
      });
    },
  };
}

/** Returns the function that gives back the place of a call, which its request then no longer calls at its end. */
function takeRelease(state: CallState): (() => undefined) | undefined {
  const { release } = state;
  state.release = undefined;
  return release;
}

/** Returns whether the body of a response is a stream, which neither React Native nor a platform without streams has. */
function hasStream({ body }: Response): boolean {
  return typeof ReadableStream === "function" && (body as unknown) !== undefined;
}

/** Reads a stream. Chromium would replace its errors if it were read as the body of a `Response`. */
async function readStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return chunks;
    }
    chunks.push(value);
  }
}

/** Makes a Blob. Throws a TypeError that says what to do if that fails where Blobs cannot be made of bytes. */
async function withBlobs(make: () => Blob | Promise<Blob>): Promise<Blob> {
  try {
    return await make();
  } catch (cause) {
    if (canMakeBlobs()) {
      throw cause;
    }
    const reason = `the platform cannot make a Blob of its bytes (${explain(cause)})`;
    throw new TypeError(`The content cannot be read with blob(): ${reason}. Use bytes() instead`, { cause });
  }
}

function decodeText(bytes: Uint8Array): string | Promise<string> {
  return typeof TextDecoder === "function" ? new TextDecoder().decode(bytes) : new Response(bytes as BlobPart).text();
}

/** Returns why the service refused to resume. Throws errors that do not mean this, such as those of the network. */
function refusalToResume(thrown: unknown): string {
  if (isApiError(thrown) && !mayRetry(thrown, true)) {
    return thrown.message;
  }
  throw thrown;
}

function withoutStreams(): never {
  throw new TypeError("The content is not a stream on this platform. Read the content with bytes(), blob() or text().");
}

function versionIn(client: ClientState, response: Response): ContentVersion {
  const { headers, revisionFields } = client.binding;
  const json = response.headers.get(headers.result);
  return contentVersion(response, json === null ? undefined : parseOrNothing(json), revisionFields);
}

function parseOrNothing(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Returns the content of the same version from a position, or the reason why the service does not provide it. */
async function continuation(
  state: DownloadState,
  route: CallableRoute<never, unknown, unknown>,
  response: Response,
  position: number,
  version: ContentVersion,
): Promise<ReadableStream<Uint8Array> | string> {
  const { status, headers } = response;
  const body = responseBody(response);
  if (status === 416 && unsatisfiedSize(headers) === position) {
    const size = position;
    await body?.cancel();
    if (isSameVersion(version, { ...versionIn(state, response), size })) {
      return new Blob([]).stream(); // everything had been received before the connection was lost
    }
  } else if (!response.ok) {
    throw replyError(route, await wholeResponse(route, response), replyReader(state));
  } else if (isSameVersion(version, versionIn(state, response)) && body !== null) {
    const start = status === 206 ? contentRange(headers)?.start : 0;
    if (start === position) {
      return body;
    }
    await body.cancel();
    return "the service does not support resuming: it ignored the range";
  } else {
    await body?.cancel();
  }
  return "the content changed during the download";
}

/**
 * Returns the URL from which a browser can fetch the content of a download directly, as for an image or a link. It contains the
 * access token: do not log it or share it.
 */
export async function downloadUrl<ArgInput>(
  core: ClientCore,
  route: LoadableRoute<ArgInput, unknown, unknown>,
  arg: ArgInput,
): Promise<string> {
  const call = newCall(core, {});
  const state = { ...call, options: () => ({ ...call.options(), avoidPreflight: true }) };
  return whenLoaded(state, route, arg, {}, async (route, arg) => {
    checkStyle(state.binding, route, "download", "downloadUrl");
    const message = withArgument(state, { route }, encodeArgument(state, route, arg));
    return requestHead(state, message, await authorization(state, route)).url;
  });
}
