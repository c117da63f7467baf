/** A part of some content: from byte `start` (the first is 0) to `end` included, or to the end; or its last bytes. */
export type ByteRange = { readonly start: number; readonly end?: number | undefined } | { readonly last: number };

/** Which part of some content has come: from byte `start` to byte `end`, both included. */
export interface ContentRange {
  readonly start: number;
  readonly end: number;
  /** Of the whole content, in bytes; undefined if the service does not say. */
  readonly size: number | undefined;
}

/** The value of the header `Range` (RFC 9110, section 14.1.2). Throws a TypeError for what is no part of anything. */
export function rangeHeader(range: ByteRange): string {
  const isValid =
    "last" in range
      ? isCount(range.last) && range.last > 0
      : isCount(range.start) && (range.end === undefined || (isCount(range.end) && range.end >= range.start));
  if (!isValid) {
    throw new TypeError(`No content has the range ${JSON.stringify(range)}`);
  }
  return "last" in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ""}`;
}

/** Reads the header `Content-Range`; undefined if it has none that can be read. */
export function contentRange(headers: Headers): ContentRange | undefined {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(headers.get("Content-Range") ?? "") ?? [];
  return start === undefined
    ? undefined
    : { start: Number(start), end: Number(end), size: size === "*" ? undefined : Number(size) };
}

/** The size of the whole content in the header `Content-Range` of a status 416; undefined if it has none. */
export function unsatisfiedSize(headers: Headers): number | undefined {
  const [, size] = /^bytes \*\/(\d+)$/i.exec(headers.get("Content-Range") ?? "") ?? [];
  return size === undefined ? undefined : Number(size);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
