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
