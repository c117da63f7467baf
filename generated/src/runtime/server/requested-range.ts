/** The part of some content that a caller wants: from byte `start` (the first is 0) to byte `end`, both included. */
export interface RequestedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * What the header `Range` asks for of `size` bytes (RFC 9110, section 14.2). Undefined means the whole: for no range,
 * one that cannot be read, and several, which a server may ignore.
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
  // Of nothing, the last bytes are the whole, and no header can tell such a range.
  return size === 0 ? undefined : { start: Math.max(0, size - count), end: size - 1 };
}
