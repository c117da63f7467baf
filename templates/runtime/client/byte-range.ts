/**
 * A part of some content: the bytes from `start` to `end`, which are counted from 0 and inclusive, or the `last` bytes.
 * Without `end`, the part extends to the end of the content.
 */
export type ByteRange = { readonly start: number; readonly end?: number | undefined } | { readonly last: number };

/** The part of some content that was received: from byte `start` to byte `end`, inclusive. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  /** The size of the whole content in bytes; undefined if the service does not send it. */
  readonly size: number | undefined;
}

/** The value of the `Range` header (RFC 9110, section 14.1.2). Throws a TypeError for an invalid range. */
export function rangeHeader(range: ByteRange): string {
  const isValid =
    "last" in range
      ? isCount(range.last) && range.last > 0
      : isCount(range.start) && (range.end === undefined || (isCount(range.end) && range.end >= range.start));
  if (!isValid) {
    throw new TypeError(`Invalid range: ${JSON.stringify(range)}`);
  }
  return "last" in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ""}`;
}

/** Reads the `Content-Range` header; undefined if it is missing or invalid. */
export function contentRange(headers: Headers): ContentRange | undefined {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(headers.get("Content-Range") ?? "") ?? [];
  return start === undefined
    ? undefined
    : { start: Number(start), end: Number(end), size: size === "*" ? undefined : Number(size) };
}

/**
 * The size of the whole content from the `Content-Range` header of a response with status 416; undefined if it is
 * missing.
 */
export function unsatisfiedSize(headers: Headers): number | undefined {
  const [, size] = /^bytes \*\/(\d+)$/i.exec(headers.get("Content-Range") ?? "") ?? [];
  return size === undefined ? undefined : Number(size);
}

export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
