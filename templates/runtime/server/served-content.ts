import { requestedRange, type RequestedRange } from "./requested-range.js";
import type { ByteSource } from "./byte-source.js";
import { contentSource, contentSize, type Content } from "./content.js";
import { allowsRange, hasAlready, quotedTag, requiresOther } from "./entity-tag.js";
import { textReply, withHeaders, withSafeHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";

/** Content, together with the metadata for range requests and conditional requests. */
export interface ServedContent {
  /**
   * The whole content, or a function that returns the requested range (only if `size` is set) or, without a range, the whole
   * content. The function is not called if the caller already has the content or only requests headers. Content
   * that is not read to its end is cancelled.
   */
  readonly content: Content | ((range: RequestedRange | undefined) => Content | Promise<Content>);
  /**
   * The size in bytes. Range requests are supported only if it is known: because it is set here, or because the content is
   * bytes, a string or a `Blob`. In a stream, the bytes before the range are skipped.
   */
  readonly size?: number | undefined;
  /** The entity tag, with or without quotes. It must change whenever the content does. */
  readonly etag?: string | undefined;
  /** The content type; `application/octet-stream` by default. */
  readonly contentType?: string | undefined;
}

/** The result of the handler of a download. */
export interface DownloadReply<Result> extends ServedContent {
  readonly result: Result;
}

/**
 * Returns the reply to a request for content, which may be conditional or for a range (RFC 9110, sections 13 and 14), with
 * additional headers. `report` is called with errors that occur while the content is sent. Throws an Error for an invalid
 * size, tag or type.
 */
export async function contentReply(
  request: ContentRequest,
  served: ServedContent,
  headers: Readonly<Record<string, string>>,
  report: (error: unknown) => void,
): Promise<ServerReply> {
  try {
    return await wantedReply(request, served, headers, report);
  } catch (thrown) {
    discard(served);
    throw thrown;
  }
}

/** The parts of a request that determine which part of the content to send. */
type ContentRequest = Pick<ServerRequest, "method" | "header">;

/** Closes content that will not be read. Errors while closing are ignored. */
export function discard({ content }: ServedContent): void {
  if (typeof content !== "function") {
    try {
      void contentSource(content, 0, undefined, () => undefined).cancel();
    } catch {
      // The content has failed or is being read elsewhere, so there is nothing to close.
    }
  }
}

async function wantedReply(
  request: ContentRequest,
  served: ServedContent,
  more: Readonly<Record<string, string>>,
  report: (error: unknown) => void,
): Promise<ServerReply> {
  const tag = served.etag === undefined ? undefined : quotedTag(served.etag);
  const size = checkedSize(served);
  const tagHeader = tag === undefined ? undefined : { ETag: tag };
  const type = served.contentType ?? "application/octet-stream";
  if (requiresOther(request.header("if-match"), tag)) {
    discard(served);
    return withHeaders(textReply(412, "The entity tag of the content does not match If-Match"), { ...tagHeader });
  }
  if (hasAlready(request.header("if-none-match"), tag)) {
    discard(served);
    return { status: 304, headers: { ...tagHeader }, body: "" };
  }
  const wanted = allowsRange(request.header("if-range"), tag) ? request.header("range") : undefined;
  const range = size === undefined ? undefined : requestedRange(wanted, size);
  if (range === "unsatisfiable") {
    discard(served);
    const reply = textReply(416, `The content ends at byte ${String(size)}`);
    return withHeaders(reply, { "Content-Range": `bytes */${String(size)}`, ...tagHeader });
  }
  const length = range === undefined ? size : range.end - range.start + 1;
  const head = withSafeHeaders({
    status: range === undefined ? 200 : 206,
    body: "",
    headers: {
      "Content-Type": type,
      ...more,
      ...tagHeader,
      ...(size === undefined ? undefined : { "Accept-Ranges": "bytes" }),
      ...(length === undefined ? undefined : { "Content-Length": String(length) }),
      ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${String(size)}` }),
    },
  });
  if (request.method === "HEAD") {
    discard(served);
    return head;
  }
  return { ...head, body: await open(served, range, length, report) };
}

function checkedSize({ content, size }: ServedContent): number | undefined {
  const seen = typeof content === "function" ? undefined : contentSize(content);
  if (size !== undefined && (!Number.isSafeInteger(size) || size < 0 || (seen ?? size) !== size)) {
    throw new Error(`${size} is not the size of the content`);
  }
  return size ?? seen;
}

async function open(
  { content }: ServedContent,
  range: RequestedRange | undefined,
  length: number | undefined,
  report: (error: unknown) => void,
): Promise<ByteSource> {
  if (typeof content === "function") {
    return contentSource(await content(range), 0, length, report);
  }
  if (range !== undefined && content instanceof Blob) {
    return contentSource(content.slice(range.start, range.end + 1), 0, length, report);
  }
  return contentSource(content, range?.start ?? 0, length, report);
}
