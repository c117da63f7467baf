import { isInstance, markError } from "../errors/brand.js";
import { pathText, type Segment } from "./path.js";
import { shorten } from "./shorten.js";

/** What kind of thing is wrong with a value. */
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
  /** What the specification asks for, such as `a string of 1 to 255 characters`. */
  readonly expected: string;
  /** What was there instead, such as `a number` or `nothing`. */
  readonly found: string;
  /** The name of a field that may have been meant instead of an unknown one. */
  readonly suggestion?: string | undefined;
}

/** JSON that was received does not fit its type. */
export class DecodeError extends Error {
  /** What `instanceof` knows errors of this class by, those of another copy of this package too. */
  static readonly brand: string = "DecodeError";
  override readonly name = "DecodeError";
  /** The place in the JSON, such as `entries[3].size`; empty for the whole of it. */
  readonly path: string;
  /** The same as names of members and indexes, such as `["entries", 3, "size"]`. */
  readonly segments: readonly Segment[];
  readonly code: MismatchCode;
  readonly expected: string;
  readonly found: string;

  constructor(segments: readonly Segment[], mismatch: Mismatch) {
    const path = pathText(segments);
    super(describe(path, mismatch));
    this.path = path;
    this.segments = segments;
    this.code = mismatch.code;
    this.expected = mismatch.expected;
    this.found = mismatch.found;
    markError(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }
}

/** A value that was to be sent does not fit its type. */
export class EncodeError extends Error {
  /** What `instanceof` knows errors of this class by, those of another copy of this package too. */
  static readonly brand: string = "EncodeError";
  override readonly name = "EncodeError";
  /** The place in the value, such as `entries[3].size`; empty for the whole of it. */
  readonly path: string;
  /** The same as names of members and indexes, such as `["entries", 3, "size"]`. */
  readonly segments: readonly Segment[];
  readonly code: MismatchCode;
  readonly expected: string;
  readonly found: string;

  constructor(segments: readonly Segment[], mismatch: Mismatch) {
    const path = pathText(segments);
    super(describe(path, mismatch));
    this.path = path;
    this.segments = segments;
    this.code = mismatch.code;
    this.expected = mismatch.expected;
    this.found = mismatch.found;
    markError(this, new.target);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isInstance(this, value);
  }
}

/** One line of at most about 800 characters, whatever was received: it is logged, and sent to callers. */
function describe(path: string, { code, expected, found, suggestion }: Mismatch): string {
  const place = path === "" ? "" : `${shorten(path, 200)}: `;
  const hint = suggestion === undefined ? "" : `; did you mean ${shorten(suggestion, 100)}?`;
  return code === "unknown-field"
    ? `${place}there is no such field${hint}`
    : `${place}expected ${shorten(expected, 300)}, found ${shorten(found, 200)}`;
}
