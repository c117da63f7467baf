import { requestedRange, type RequestedRange } from "./requested-range.js";
import { contentStream, sizeOf, type Content } from "./content.js";
import { allowsRange, hasAlready, quotedTag } from "./entity-tag.js";
import { isHeaderSafe, textReply, withHeaders, type ServerReply } from "./reply.js";
import type { ServerRequest } from "./request.js";

/** What the handler of a download gives back. */
export interface DownloadReply<Result> {
  readonly result: Result;
  /**
   * The whole content, or a function that gives the range that is asked for, of content whose `size` is known; without
   * a range it gives the whole. The function is not called where the caller has the content already or wants only the
   * result. Content that is not read to its end is cancelled.
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

/**
 * The reply to a download, as far as the caller wants it (RFC 9110, sections 13 and 14). `report` is told what fails
 * while the content is sent. Throws an Error for a size, tag or type that is none.
 */
export async function downloadReply(
  request: ServerRequest,
  download: DownloadReply<unknown>,
  resultHeader: Readonly<Record<string, string>>,
  report: (error: unknown) => void,
): Promise<ServerReply> {
  try {
    return await wantedReply(request, download, resultHeader, report);
  } catch (thrown) {
    await discard(download);
    throw thrown;
  }
}

/** Ends content that nobody will read. If it cannot be ended, the answer is the same. */
export async function discard({ content }: DownloadReply<unknown>): Promise<void> {
  if (typeof content !== "function") {
    try {
      await contentStream(content, 0, undefined, () => undefined).cancel();
    } catch {
      // It has failed or is being read elsewhere: nothing of it is ours to end.
    }
  }
}

async function wantedReply(
  request: ServerRequest,
  download: DownloadReply<unknown>,
  resultHeader: Readonly<Record<string, string>>,
  report: (error: unknown) => void,
): Promise<ServerReply> {
  const tag = download.etag === undefined ? undefined : quotedTag(download.etag);
  const size = checkedSize(download);
  const tagHeader = tag === undefined ? undefined : { ETag: tag };
  const type = download.contentType ?? "application/octet-stream";
  if (!isHeaderSafe(type)) {
    throw new Error(`${JSON.stringify(type)} is no content type`);
  }
  if (hasAlready(request.header("if-none-match"), tag)) {
    await discard(download);
    return { status: 304, headers: { ...tagHeader }, body: "" };
  }
  const wanted = allowsRange(request.header("if-range"), tag) ? request.header("range") : undefined;
  const range = size === undefined ? undefined : requestedRange(wanted, size);
  if (range === "unsatisfiable") {
    await discard(download);
    const reply = textReply(416, `There are only ${String(size)} bytes`);
    return withHeaders(reply, { "Content-Range": `bytes */${String(size)}`, ...tagHeader });
  }
  const length = range === undefined ? size : range.end - range.start + 1;
  const headers = {
    "Content-Type": type,
    ...resultHeader,
    ...tagHeader,
    ...(size === undefined ? undefined : { "Accept-Ranges": "bytes" }),
    ...(length === undefined ? undefined : { "Content-Length": String(length) }),
    ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${String(size)}` }),
  };
  const status = range === undefined ? 200 : 206;
  if (request.method === "HEAD") {
    await discard(download);
    return { status, headers, body: "" };
  }
  return { status, headers, body: await open(download, range, length, report) };
}

function checkedSize({ content, size }: DownloadReply<unknown>): number | undefined {
  const seen = typeof content === "function" ? undefined : sizeOf(content);
  if (size !== undefined && (!Number.isSafeInteger(size) || size < 0 || (seen ?? size) !== size)) {
    throw new Error(`${size} is not the size of the content`);
  }
  return size ?? seen;
}

async function open(
  { content }: DownloadReply<unknown>,
  range: RequestedRange | undefined,
  length: number | undefined,
  report: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  if (typeof content === "function") {
    return contentStream(await content(range), 0, length, report);
  }
  if (range !== undefined && content instanceof Blob) {
    return contentStream(content.slice(range.start, range.end + 1), 0, length, report);
  }
  return contentStream(content, range?.start ?? 0, length, report);
}
