/** A part of some content, counted in bytes from 0, the first and the last included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * What the header `Range` asks for of `size` bytes (RFC 9110, section 14.2). Undefined means the whole: for no range,
 * one that cannot be read, and several, which a server may ignore.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === "") {
    return to === "" ? undefined : lastBytes(Number(to), size);
  }
  const first = Number(from);
  const last = to === "" ? Infinity : Number(to);
  if (last < first) {
    return undefined;
  }
  return first < size ? { first, last: Math.min(last, size - 1) } : "unsatisfiable";
}

function lastBytes(count: number, size: number): ByteRange | "unsatisfiable" | undefined {
  if (count === 0) {
    return "unsatisfiable";
  }
  // Of nothing, the last bytes are the whole, and no header can tell such a range.
  return size === 0 ? undefined : { first: Math.max(0, size - count), last: size - 1 };
}
