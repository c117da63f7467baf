import { type ByteSource, type Content, contentSize, contentSource } from "./content.js";
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

/** Returns an entity tag with quotes, as in a header. Throws an Error for an invalid tag (RFC 9110, section 8.8.3). */
export function quotedTag(tag: string): string {
  const quoted = /^(W\/)?".*"$/s.test(tag) ? tag : `"${tag}"`;
  if (!/^(W\/)?"[\x21\x23-\x7e]*"$/.test(quoted)) {
    throw new Error(`${JSON.stringify(tag)} is not a valid entity tag`);
  }
  return quoted;
}

/** Returns whether `If-Match` requires other content; tags compare strongly (RFC 9110, section 13.1.1). */
export function requiresOther(ifMatch: string | undefined, tag: string | undefined): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") {
    return false;
  }
  const tags: readonly string[] = ifMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tag === undefined || tag.startsWith("W/") || !tags.includes(tag);
}

/** Returns whether `If-None-Match` matches the content; tags compare weakly (RFC 9110, section 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, tag: string | undefined): boolean {
  if (ifNoneMatch?.trim() === "*") {
    return true;
  }
  const tags: readonly string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? [];
  return tag !== undefined && tags.includes(tag.replace(/^W\//, ""));
}

/** Returns whether `If-Range` allows a range; tags compare strongly, and a date never matches (RFC 9110, section 13.1.5). */
export function allowsRange(ifRange: string | undefined, tag: string | undefined): boolean {
  return ifRange === undefined || (ifRange.trim() === tag && !tag.startsWith("W/"));
}

/** The part of some content that a caller requests: from byte `start` (the first is 0) to byte `end`, inclusive. */
export interface RequestedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the part of `size` bytes that the `Range` header requests (RFC 9110, section 14.2). Undefined means the whole
 * content: for a missing or invalid header, and for several ranges, which a server may ignore.
 */
export function requestedRange(header: string | undefined, size: number): RequestedRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === "") {
    return to === "" ? undefined : lastBytes(Number(to), size);
  }
  const start = Number(from);
  const end = to === "" ? Infinity : Number(to);
  if (end < start) {
    return undefined;
  }
  return start < size ? { start, end: Math.min(end, size - 1) } : "unsatisfiable";
}

function lastBytes(count: number, size: number): RequestedRange | "unsatisfiable" | undefined {
  if (count === 0) {
    return "unsatisfiable";
  }
  // No Content-Range can express a range of empty content, so the whole content is sent.
  return size === 0 ? undefined : { start: Math.max(0, size - count), end: size - 1 };
}
