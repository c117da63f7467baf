import { requestedRange, type RequestedRange } from "./requested-range.js";
import type { ByteSource } from "./byte-source.js";
import { contentSource, sizeOf, type Content } from "./content.js";
import { allowsRange, hasAlready, quotedTag } from "./entity-tag.js";
import { textReply, withHeaders, withSafeHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";

/** Content, with what is needed to serve it in parts and only to those who do not have it yet. */
export interface ServedContent {
  /**
   * The whole content, or a function that gives the range that is asked for, of content whose `size` is known; without
   * a range it gives the whole. The function is not called where the caller has the content already or does not want it.
   * Content that is not read to its end is cancelled.
   */
  readonly content: Content | ((range: RequestedRange | undefined) => Content | Promise<Content>);
  /**
   * In bytes. Callers may ask for ranges only where it is known, be it from here or because the content is bytes, text
   * or a `Blob`. Of a stream, what lies before the range is skipped.
   */
  readonly size?: number | undefined;
  /** Changes with the content; with or without the quotes that it has in the header. */
  readonly etag?: string | undefined;
  /** `application/octet-stream` by default. */
  readonly contentType?: string | undefined;
}

/** What the handler of a download gives back. */
export interface DownloadReply<Result> extends ServedContent {
  readonly result: Result;
}

/**
 * The reply to a request for content, as far as the caller wants it (RFC 9110, sections 13 and 14), with more headers.
 * `report` is told what fails while the content is sent. Throws an Error for a size, tag or type that is none.
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

/** What a request says of how much of the content is wanted. */
type ContentRequest = Pick<ServerRequest, "method" | "header">;

/** Ends content that nobody will read. If it cannot be ended, the answer is the same. */
export function discard({ content }: ServedContent): void {
  if (typeof content !== "function") {
    try {
      void contentSource(content, 0, undefined, () => undefined).cancel();
    } catch {
      // It has failed or is being read elsewhere: nothing of it is ours to end.
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
  if (hasAlready(request.header("if-none-match"), tag)) {
    discard(served);
    return { status: 304, headers: { ...tagHeader }, body: "" };
  }
  const wanted = allowsRange(request.header("if-range"), tag) ? request.header("range") : undefined;
  const range = size === undefined ? undefined : requestedRange(wanted, size);
  if (range === "unsatisfiable") {
    discard(served);
    const reply = textReply(416, `There are only ${String(size)} bytes`);
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
  const seen = typeof content === "function" ? undefined : sizeOf(content);
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
