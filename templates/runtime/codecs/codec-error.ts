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
  override readonly name = "DecodeError";
  /** The place in the JSON, such as `entries[3].size`; empty for the whole of it. */
  readonly path: string;
  readonly code: MismatchCode;
  readonly expected: string;
  readonly found: string;

  constructor(path: string, mismatch: Mismatch) {
    super(describe(path, mismatch));
    this.path = path;
    this.code = mismatch.code;
    this.expected = mismatch.expected;
    this.found = mismatch.found;
  }
}

/** A value that was to be sent does not fit its type. */
export class EncodeError extends Error {
  override readonly name = "EncodeError";
  /** The place in the value, such as `entries[3].size`; empty for the whole of it. */
  readonly path: string;
  readonly code: MismatchCode;
  readonly expected: string;
  readonly found: string;

  constructor(path: string, mismatch: Mismatch) {
    super(describe(path, mismatch));
    this.path = path;
    this.code = mismatch.code;
    this.expected = mismatch.expected;
    this.found = mismatch.found;
  }
}

function describe(path: string, { code, expected, found, suggestion }: Mismatch): string {
  const place = path === "" ? "" : `${path}: `;
  const hint = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
  return code === "unknown-field"
    ? `${place}there is no such field${hint}`
    : `${place}expected ${expected}, found ${found}`;
}
