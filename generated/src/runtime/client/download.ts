import type { ByteRange, ContentRange } from "./byte-range.js";
import { contentRange, rangeHeader } from "./byte-range.js";
import { callOf, type Call, type Reply } from "./call.js";
import { jsonReader, type ClientCore } from "./core.js";
import type { CallOptions, ExtraHeaders, Progress } from "./options.js";
import { downloadBody } from "./download-body.js";
import { NetworkError } from "./errors.js";
import { exchange, timeLimits } from "./exchange.js";
import { readResult, replyError, type ReadableRoute } from "./reply.js";
import { checkStyle } from "../routes/route-attributes.js";
import type { RouteInfo } from "../routes/route.js";
import type { CallableRoute } from "./rpc.js";
import { wholeResponse } from "./whole-response.js";

/** The options of a download. */
export interface DownloadOptions extends CallOptions {
  /** The part of the content that is wanted. A service may send more: `range` of the download says what has come. */
  readonly range?: ByteRange | undefined;
  /** Is told how much of the content has come. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The options of a download that is wanted only if it has changed. */
export interface ConditionalDownloadOptions extends DownloadOptions {
  /** The `etag` of the content that is there already. */
  readonly ifNoneMatch: string;
}

/** The content that a route gives, with its result. */
export interface Download<Result> {
  readonly isNotModified: false;
  readonly result: Result;
  /**
   * The content. It can be read once: either here or by one of the methods. Who does not want it must `cancel()` it,
   * for the connection waits. If it breaks off it is taken up again where it stopped, as `retry` says.
   */
  readonly body: ReadableStream<Uint8Array>;
  /** How many bytes the body has; undefined if the service does not say. */
  readonly size: number | undefined;
  /** Which part of the content this is; undefined if it is the whole. */
  readonly range: ContentRange | undefined;
  /** Names this state of the content, for `ifNoneMatch`. */
  readonly etag: string | undefined;
  readonly contentType: string | undefined;
  bytes(): Promise<Uint8Array>;
  blob(): Promise<Blob>;
  /** The content as UTF-8. */
  text(): Promise<string>;
}

/** The content is still what the caller has. */
export interface NotModified {
  readonly isNotModified: true;
  readonly etag: string | undefined;
}

/** Calls a route that gives content. It resolves when the content begins to arrive. */
export function download<ArgInput, Result, E>(
  core: ClientCore,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: ConditionalDownloadOptions,
): Call<Download<Result> | NotModified, E>;
export function download<ArgInput, Result, E>(
  core: ClientCore,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options?: DownloadOptions,
): Call<Download<Result>, E>;
export function download<ArgInput, Result, E>(
  core: ClientCore,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: DownloadOptions | ConditionalDownloadOptions = {},
): Call<Download<Result> | NotModified, E> {
  return callOf(route, perform(core, route, arg, options));
}

async function perform<ArgInput, Result, E>(
  core: ClientCore,
  route: CallableRoute<ArgInput, Result, E>,
  arg: ArgInput,
  options: DownloadOptions & Partial<ConditionalDownloadOptions>,
): Promise<Reply<Download<Result> | NotModified>> {
  checkStyle(core.binding, route, "download", "download");
  const { ifNoneMatch, range } = options;
  if (core.options().crossSite === true && (ifNoneMatch !== undefined || (range && "last" in range))) {
    throw new TypeError("ifNoneMatch and the last bytes need a header, which crossSite cannot send"); // B-017
  }
  const encoded = route.encodeArg(arg);
  const request = <T>(
    headers: ExtraHeaders,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const plan = { route, arg: encoded, headers, isRepeatable: true, isSafe: true, read };
    return exchange(core, plan, { ...options, signal });
  };
  const resume: Resume = async (position, end, etag, signal) => {
    const head = { Range: rangeHeader({ start: position, end }), "If-Range": etag };
    const rest = await request(head, signal, (response) => continuation(route, response, position, etag));
    if (rest === undefined) {
      throw new NetworkError(route.path, new Error("the content has changed while it was being downloaded"));
    }
    return rest;
  };
  const head = { "If-None-Match": ifNoneMatch, Range: range && rangeHeader(range) };
  return request(head, options.signal, async (response): Promise<Reply<Download<Result> | NotModified>> => {
    const { status, headers } = response;
    if (status === 304 && ifNoneMatch !== undefined) {
      return { result: { isNotModified: true, etag: headers.get("ETag") ?? undefined }, status, headers };
    }
    if (!response.ok) {
      throw replyError(route, await wholeResponse(route, response), jsonReader(core));
    }
    const result = readHeader(core, route, response);
    return { result: downloadOf(core, route, response, result, resume, options), status, headers };
  });
}

/** Opens content again: from a position to the end, or to the last byte that is wanted. */
type Resume = (
  position: number,
  end: number | undefined,
  etag: string,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array>>;

/** The rest of some content; undefined if it is no longer the same. */
async function continuation<E>(
  route: ReadableRoute<unknown, E>,
  response: Response,
  position: number,
  etag: string,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const { status, headers, body } = response;
  if (status === 206 && contentRange(headers)?.start === position && headers.get("ETag") === etag && body !== null) {
    return body;
  }
  if (response.ok) {
    await body?.cancel();
    return undefined;
  }
  throw replyError(route, await wholeResponse(route, response), JSON.parse);
}

function readHeader<Result, E>(core: ClientCore, route: ReadableRoute<Result, E>, response: Response): Result {
  const name = core.binding.headers.result;
  const json = response.headers.get(name) ?? "";
  try {
    return readResult(route, { status: response.status, headers: response.headers, body: json }, jsonReader(core));
  } catch (thrown) {
    void response.body?.cancel().catch(() => undefined);
    throw thrown;
  }
}

function downloadOf<Result>(
  core: ClientCore,
  route: RouteInfo,
  response: Response,
  result: Result,
  resume: Resume,
  options: DownloadOptions,
): Download<Result> {
  const { headers } = response;
  const etag = headers.get("ETag") ?? undefined;
  const range = response.status === 206 ? contentRange(headers) : undefined;
  const isEncoded = headers.has("Content-Encoding"); // then bytes on the way are not those of the content
  const length = headers.get("Content-Length");
  const size = isEncoded || length === null ? undefined : Number(length);
  const retry = options.retry ?? core.options().retry;
  const isResumable =
    retry !== false && core.options().crossSite !== true && !isEncoded && etag !== undefined && !etag.startsWith("W/");
  const body = downloadBody({
    route,
    content: response.body ?? new Blob().stream(),
    size,
    attempts: (retry === false ? undefined : retry?.attempts) ?? 3,
    resume: isResumable
      ? (loaded, signal) => resume((range?.start ?? 0) + loaded, range?.end, etag, signal)
      : undefined,
    signal: options.signal,
    idle: timeLimits(core, options).idle,
    onProgress: options.onProgress,
  });
  return {
    isNotModified: false,
    result,
    body,
    size,
    range,
    etag,
    contentType: headers.get("Content-Type") ?? undefined,
    bytes: async () => new Uint8Array(await new Response(body).arrayBuffer()),
    blob: () => new Response(body, { headers: { "Content-Type": headers.get("Content-Type") ?? "" } }).blob(),
    text: () => new Response(body).text(),
  };
}
