import { DecodeError, EncodeError, type Mismatch } from "./codec-error.js";
import { findPath, type Segment } from "./path.js";

/** The object or array that holds a value; `undefined` above the outermost one. */
export type Container = unknown;

/** The name or index under which a container holds a value. */
export type Key = string | number;

/** What a checked copy is made for. */
export interface Mode {
  /** A reader refuses what senders that are newer than this package may have added. */
  readonly strict: boolean;
  /** Refuse tags that this package does not know, whether read or written. */
  readonly refusesNewTags: boolean;
  /** Refuse fields that the type does not have; otherwise they are left out of the copy. */
  readonly refusesUnknownFields: boolean;
  /** The copy will be sent: what is unset stays unset, and no default is filled in. */
  readonly writing: boolean;
  /** The copy is for a log: what has a redactor is masked instead of checked. */
  readonly redacting: boolean;
  /** Callers for whom fields and tags with `Omitted` exist. */
  readonly permissions: readonly string[];
}

/**
 * Gives a checked copy of `value`, which `container` holds under `key`. The original is never changed.
 * A value that does not fit is reported with {@link fail}.
 */
export type Check<T> = (value: unknown, container: Container, key: Key, mode: Mode) => T;

export interface DecodeOptions {
  /** Refuse unknown fields and tags, as a server does. By default they are tolerated, as a client must. */
  readonly strict?: boolean | undefined;
  /** Callers for whom fields and tags with `Omitted` exist; by default none. */
  readonly permissions?: readonly string[] | undefined;
}

export interface EncodeOptions {
  /** Refuse unknown tags, as a server does in its errors. By default they pass, as what was read can be written. */
  readonly strict?: boolean | undefined;
  /**
   * Refuse fields that the type does not have, as a client does in its arguments, where they are misspelled. By default
   * they are left out, so that a server never sends what the specification does not name.
   */
  readonly refuseUnknownFields?: boolean | undefined;
  /** Callers for whom fields and tags with `Omitted` exist; by default none. */
  readonly permissions?: readonly string[] | undefined;
}

/** Reads JSON as a value. Throws a {@link DecodeError}. */
export type Decode<T> = (json: unknown, options?: DecodeOptions) => T;

/** Gives the JSON of a value that is to be sent. Throws an {@link EncodeError}. */
export type Encode<T> = (value: T, options?: EncodeOptions) => unknown;

/** Gives a value as it may be logged, with everything masked that has a redactor. The result cannot be decoded. */
export type Redact<T> = (value: T, options?: EncodeOptions) => unknown;

/** Carries a mismatch to the outermost caller, and never farther. */
class Failure extends Error {
  readonly mismatch: Mismatch;
  readonly container: Container;
  readonly key: Key;
  constructor(mismatch: Mismatch, container: Container, key: Key) {
    super(mismatch.code);
    this.mismatch = mismatch;
    this.container = container;
    this.key = key;
  }
}

/** Ends the running check. Only the outermost caller works out the path, so that checks which pass pay nothing for it. */
export function fail(container: Container, key: Key, mismatch: Mismatch): never {
  throw new Failure(mismatch, container, key);
}

const nobody: readonly string[] = [];

/** Runs a check over JSON that was received. Throws a {@link DecodeError}. */
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
  try {
    return check(json, undefined, "", mode);
  } catch (thrown) {
    throw new DecodeError(...explain(thrown, json));
  }
}

/** Runs a check over a value that is to be sent, and gives the JSON for it. Throws an {@link EncodeError}. */
export function encode(check: Check<unknown>, value: unknown, options?: EncodeOptions): unknown {
  return write(check, value, options, false);
}

/** Like {@link encode}, with everything masked that has a redactor. The result is for logs and cannot be decoded. */
export function redact(check: Check<unknown>, value: unknown, options?: EncodeOptions): unknown {
  return write(check, value, options, true);
}

/** What reads JSON with a check. */
export function decoder<T>(check: Check<T>): Decode<T> {
  return (json, options) => decode(check, json, options);
}

/** What writes values with a check. */
export function encoder<T>(check: Check<unknown>): Encode<T> {
  return (value, options) => encode(check, value, options);
}

/** What masks values with a check. */
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
  try {
    return check(value, undefined, "", mode);
  } catch (thrown) {
    throw new EncodeError(...explain(thrown, value));
  }
}

function explain(thrown: unknown, root: unknown): [readonly Segment[], Mismatch] {
  if (thrown instanceof Failure) {
    return [findPath(root, thrown.container, thrown.key), thrown.mismatch];
  }
  // The engine's own limit is the bound for the depth of values of recursive types.
  if (thrown instanceof RangeError || isFirefoxOverflow(thrown)) {
    return [[], { code: "too-deep", expected: "a value that is nested less deeply", found: "too many levels" }];
  }
  throw thrown;
}

function isFirefoxOverflow(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "InternalError";
}
