import { DecodeError, EncodeError, type Mismatch, type MismatchCode } from "./codec-error.js";
import { describeKind, missing } from "./describe-kind.js";
import { nearestName } from "./nearest-name.js";
import { lastRead, type Segment } from "./path.js";

/** How a value is checked and copied. */
export interface Mode {
  /** Reject additions by senders that are newer than this package. */
  readonly strict: boolean;
  /** Reject unknown tags, when reading or writing. */
  readonly refusesNewTags: boolean;
  /** Reject fields that the type does not have; otherwise they are omitted from the copy. */
  readonly refusesUnknownFields: boolean;
  /** The copy will be sent: unset fields stay unset, and no default is filled in. */
  readonly writing: boolean;
  /** The copy is for a log: values with a redactor are masked instead of checked. */
  readonly redacting: boolean;
  /** The callers whose `Omitted` fields and tags are visible. */
  readonly permissions: readonly string[];
}

/**
 * Returns a checked copy of `value`. The original is never changed. A mismatch is reported with {@link fail}. A check must
 * read each member immediately before checking it: the last member read is the reported path of the mismatch.
 */
export type Check<T> = (value: unknown, mode: Mode) => T;

export interface DecodeOptions {
  /** Reject unknown fields and tags, as a server does. By default they are tolerated, as a client must. */
  readonly strict?: boolean | undefined;
  /** The callers whose `Omitted` fields and tags are visible; none by default. */
  readonly permissions?: readonly string[] | undefined;
}

export interface EncodeOptions {
  /**
   * Reject unknown tags, as a server does in its errors. By default they are accepted, so that every decoded value can
   * be encoded.
   */
  readonly strict?: boolean | undefined;
  /**
   * Reject fields that the type does not have, as a client does in arguments, where they are usually typos. By default
   * they are omitted, so that a server never sends fields that are not in the specification.
   */
  readonly refuseUnknownFields?: boolean | undefined;
  /** The callers whose `Omitted` fields and tags are visible; none by default. */
  readonly permissions?: readonly string[] | undefined;
}

/** Decodes JSON into a value. Throws a {@link DecodeError}. `Input` is the writable form of `T` where it differs. */
export interface Decode<T, Input = unknown> {
  (json: unknown, options?: DecodeOptions): T;
  /** For type inference only. */
  readonly "~input"?: Input | undefined;
}

/** Encodes a value as JSON. Throws an {@link EncodeError}. */
export type Encode<T> = (value: T, options?: EncodeOptions) => unknown;

/** Returns a copy of a value for logs, in which values with a redactor are masked. The result cannot be decoded. */
export type Redact<T> = (value: T, options?: EncodeOptions) => unknown;

/** Carries a mismatch to the outermost caller, which converts it. */
class Failure extends Error {
  readonly mismatch: Mismatch;
  constructor(mismatch: Mismatch) {
    super(mismatch.code);
    this.mismatch = mismatch;
  }
}

let report = (mismatch: Mismatch): never => {
  throw new Failure(mismatch);
};

/**
 * Ends the running check. Only the outermost caller computes the path, so that successful checks do not need it. While
 * {@link collectMismatches} runs, the function returns instead of throwing: a check that cannot continue must therefore end with
 * `return fail(…)`.
 */
export function fail(code: MismatchCode, expected: string, found: string, suggestion?: string): never {
  return report({ code, expected, found, suggestion });
}

/**
 * Runs a check that continues after each mismatch, which is passed to `collect`, with an empty list in place of the value: it has
 * no fields and no items, and converts to any type. The result of the check is meaningless.
 */
export function collectMismatches(check: () => unknown, collect: (mismatch: Mismatch) => void): void {
  const before = report;
  report = (mismatch) => {
    collect(mismatch);
    return [] as never;
  };
  try {
    check();
  } finally {
    report = before;
  }
}

const nobody: readonly string[] = [];

/** Decodes received JSON with a check. Throws a {@link DecodeError}. */
export function decode<T>(check: Check<T>, json: unknown, options?: DecodeOptions): T {
  const strict = options?.strict ?? false;
  const mode = {
    strict,
    refusesNewTags: strict,
    refusesUnknownFields: strict,
    writing: false,
    redacting: false,
    permissions: options?.permissions ?? nobody,
  };
  return run(check, json, mode, DecodeError);
}

/** Encodes a value as JSON with a check. Throws an {@link EncodeError}. */
export function encode(check: Check<unknown>, value: unknown, options?: EncodeOptions): unknown {
  return write(check, value, options, false);
}

/** Like {@link encode}, but values with a redactor are masked. The result is for logs and cannot be decoded. */
export function redact(check: Check<unknown>, value: unknown, options?: EncodeOptions): unknown {
  return write(check, value, options, true);
}

/** Returns the decoder for a check. */
export function decoder<T, Input>(check: Check<T>): Decode<T, Input> {
  return (json, options) => decode(check, json, options);
}

/** Returns the encoder for a check. */
export function encoder<T>(check: Check<unknown>): Encode<T> {
  return (value, options) => encode(check, value, options);
}

/** Returns the redacter for a check. */
export function redacter<T>(check: Check<unknown>): Redact<T> {
  return (value, options) => redact(check, value, options);
}

function write(check: Check<unknown>, value: unknown, options: EncodeOptions | undefined, redacting: boolean): unknown {
  const mode = {
    strict: false,
    refusesNewTags: options?.strict ?? false,
    refusesUnknownFields: options?.refuseUnknownFields ?? false,
    writing: true,
    redacting,
    permissions: options?.permissions ?? nobody,
  };
  return run(check, value, mode, EncodeError);
}

/** Returns the checked copy of a value. A mismatch is thrown as an error of the given class. */
function run<T>(check: Check<T>, value: unknown, mode: Mode, Mismatched: typeof DecodeError | typeof EncodeError): T {
  try {
    return check(value, mode);
  } catch (thrown) {
    throw new Mismatched(...explain(thrown, check, value, mode));
  }
}

function explain(
  thrown: unknown,
  check: Check<unknown>,
  root: unknown,
  mode: Mode,
): [segments: readonly Segment[], mismatch: Mismatch] {
  if (thrown instanceof Failure) {
    const { mismatch } = thrown;
    const path = lastRead(root, (observed) => check(observed, mode));
    const isMissing = mismatch.found === missing && typeof path.at(-1) === "string";
    if (!isMissing || mismatch.code !== "wrong-type") {
      return [path, mismatch];
    }
    const suggestion = mode.refusesUnknownFields && mode.writing ? misspelling(check, root, mode, path) : undefined;
    return [path, { ...mismatch, code: "missing-field", suggestion }];
  }
  // The depth of values of recursive types is limited by the engine's stack; Firefox reports that by an InternalError.
  if (thrown instanceof RangeError || (thrown instanceof Error && thrown.name === "InternalError")) {
    return [[], { code: "too-deep", expected: "fewer levels", found: "too many" }];
  }
  throw thrown;
}

/** Returns the unknown field whose name is similar to the name of the missing field at `path`. */
function misspelling(check: Check<unknown>, root: unknown, mode: Mode, path: readonly Segment[]): string | undefined {
  const name = String(path.at(-1));
  let corrected: unknown;
  let similar: string | undefined;
  try {
    corrected = structuredClone(root);
    const parent = path.slice(0, -1).reduce((value, key) => (value as Members)[key], corrected) as Members;
    similar = nearestName(name, Object.keys(parent));
    parent[name] = parent[similar ?? name];
    check(corrected, mode);
  } catch (thrown) {
    // The similar field is unknown if the check rejects it after the missing field is added.
    const isRefused = thrown instanceof Failure && thrown.mismatch.code === "unknown-field";
    return isRefused && lastRead(corrected, (observed) => check(observed, mode)).at(-1) === similar
      ? similar
      : undefined;
  }
  return undefined;
}

type Members = Record<string | number, unknown>;

/** Returns a number with its noun: `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Ends the running check: the value is not of the `expected` kind, such as `a list`, or a field is missing. */
export function wrongType(value: unknown, expected: string): never {
  return fail("wrong-type", expected, describeKind(value));
}
