import { BrandedError } from "../errors/brand.js";
import { pathText, type Segment } from "./path.js";

/** Returns the text, with `…` in place of its middle if it is longer than `limit` UTF-16 code units. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const half = Math.floor((limit - 1) / 2);
  // Surrogate pairs are not split.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, "");
  const end = text.slice(text.length - half).replace(/^[\udc00-\udfff]/, "");
  return `${start}…${end}`;
}

/** The kind of a mismatch. */
export type MismatchCode =
  | "wrong-type"
  | "missing-field"
  | "unknown-field"
  | "out-of-range"
  | "too-long"
  | "too-short"
  | "too-many-items"
  | "too-few-items"
  | "pattern"
  | "bad-timestamp"
  | "bad-base64"
  | "unknown-tag"
  | "missing-tag"
  | "missing-value"
  | "unexpected-key"
  | "not-permitted"
  | "too-deep";

export interface Mismatch {
  readonly code: MismatchCode;
  /** What the specification requires, such as `a string of 1 to 255 characters`. */
  readonly expected: string;
  /** What was found instead, such as `a number` or `nothing`. */
  readonly found: string;
  /** The name of a similar field, if the field is unknown, or of a similar unknown field, if it is missing. */
  readonly suggestion?: string | undefined;
}

/** A value does not match its type: a {@link DecodeError} or an {@link EncodeError}. */
export abstract class CodecError extends BrandedError implements Mismatch {
  static override readonly brand: string = "CodecError";
  /** The path in the JSON, such as `entries[3].size`; empty for the value itself. */
  declare readonly path: string;
  /** The path as member names and indexes, such as `["entries", 3, "size"]`. */
  declare readonly segments: readonly Segment[];
  declare readonly code: MismatchCode;
  declare readonly expected: string;
  declare readonly found: string;
  declare readonly suggestion: string | undefined;

  constructor(segments: readonly Segment[], mismatch: Mismatch, route?: string) {
    const path = pathText(segments);
    const text = describe(path, segments.at(-1), mismatch);
    super(route === undefined ? text : `${route}: ${text}`);
    const { code, expected, found, suggestion } = mismatch;
    Object.assign(this, { path, segments, code, expected, found, suggestion });
  }
}

/** Received JSON does not match its type. */
export class DecodeError extends CodecError {
  static override readonly brand: string = "DecodeError";
  declare readonly name: "DecodeError";
}

/** A value to be sent does not match its type. */
export class EncodeError extends CodecError {
  static override readonly brand: string = "EncodeError";
  declare readonly name: "EncodeError";
  /** The path of the route that was called with this argument; undefined outside of calls. */
  declare readonly route: string | undefined;

  constructor(segments: readonly Segment[], mismatch: Mismatch, route?: string) {
    super(segments, mismatch, route);
    this.route = route;
  }
}

/** Returns the message: one line of at most about 800 characters for any value, because it is logged and sent to callers. */
function describe(path: string, field: Segment | undefined, { code, expected, found, suggestion }: Mismatch): string {
  const place = path === "" ? "" : `${shorten(path, 200)}: `;
  const isUnknown = code === "unknown-field";
  const problem = isUnknown
    ? "there is no such field"
    : `expected ${shorten(expected, 300)}, found ${shorten(found, 200)}`;
  if (suggestion === undefined) {
    return place + problem;
  }
  const [meant, written] = isUnknown ? [suggestion, ""] : [String(field), ` instead of ${shorten(suggestion, 100)}`];
  return `${place}${problem}; did you mean ${shorten(meant, 100)}${written}?`;
}
