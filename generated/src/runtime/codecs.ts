// The runtime of the package, written by Ashlar. Do not edit.

import { isInstance, markError } from "./errors.js";

/** One step of a path: the name of a member or the index of an item. */
export type Segment = string | number;

interface Step {
  readonly key: Segment;
  readonly parent: Step | undefined;
}

/**
 * The path to the member of `root` that `read` reads last, such as `["entries", 3, "size"]`; empty if it reads none. For
 * a check that has failed, it is the path of the mismatch, provided that the check fails again.
 */
export function lastRead(root: unknown, read: (observed: unknown) => unknown): Segment[] {
  let last: Step | undefined;
  const observe = (value: unknown, parent: Step | undefined): unknown => {
    if (!isTree(value)) {
      return value;
    }
    // A copy, because the members of a frozen object could not be observed.
    const copy: object = Array.isArray(value)
      ? [...(value as readonly unknown[])]
      : withPrototypeOf(value, { ...value });
    return new Proxy(copy, {
      get(target, name, receiver): unknown {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof name === "symbol" || (Array.isArray(target) && !/^\d+$/.test(name))) {
          return member;
        }
        last = { key: Array.isArray(target) ? Number(name) : name, parent };
        return observe(member, last);
      },
    });
  };
  try {
    read(observe(root, undefined));
    return []; // a value with getters, which has changed since
  } catch {
    return segmentsTo(last);
  }
}

/** A path as text, such as `entries[3].size`. */
export function pathText(segments: readonly Segment[]): string {
  return segments.map(segmentText).join("").replace(/^\./, "");
}

/** Whether a value has members that checks read: an array or an object, but not a `Date`. */
function isTree(value: unknown): value is object {
  return Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]";
}

function withPrototypeOf(value: object, copy: object): object {
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(value) as object | null) as object;
}

function segmentsTo(last: Step | undefined): Segment[] {
  const segments: Segment[] = [];
  for (let step = last; step !== undefined; step = step.parent) {
    segments.push(step.key);
  }
  return segments.reverse();
}

function segmentText(key: Segment): string {
  return typeof key === "string" && /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** A text of at most `limit` UTF-16 code units: a longer one has `…` in place of its middle. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  const half = Math.floor((limit - 1) / 2);
  // Must not split a surrogate pair.
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
  /** The name of a similar field, if the field is unknown. */
  readonly suggestion?: string | undefined;
}

/** A value does not match its type: a {@link DecodeError} or an {@link EncodeError}. */
export abstract class CodecError extends Error {
  /** Identifies errors of this class for `instanceof`, also those from another copy of this package. */
  static readonly brand: string = "CodecError";
  /** The path in the JSON, such as `entries[3].size`; empty for the value itself. */
  readonly path: string;
  /** The path as member names and indexes, such as `["entries", 3, "size"]`. */
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

/** Received JSON does not match its type. */
export class DecodeError extends CodecError {
  static override readonly brand: string = "DecodeError";
  declare readonly name: "DecodeError";
}

/** A value to be sent does not match its type. */
export class EncodeError extends CodecError {
  static override readonly brand: string = "EncodeError";
  declare readonly name: "EncodeError";
}

/** One line of at most about 800 characters for any value: it is logged and sent to callers. */
function describe(path: string, { code, expected, found, suggestion }: Mismatch): string {
  const place = path === "" ? "" : `${shorten(path, 200)}: `;
  const hint = suggestion === undefined ? "" : `; did you mean ${shorten(suggestion, 100)}?`;
  return code === "unknown-field"
    ? `${place}there is no such field${hint}`
    : `${place}expected ${shorten(expected, 300)}, found ${shorten(found, 200)}`;
}

/** How a value that is not there is described. */
export const missing = "nothing";

/** Describes the kind of a value: `a string`, `a list`, `a Date object`. Never its content, which may be secret. */
export function describeKind(value: unknown): string {
  if (value === undefined) {
    return missing;
  }
  if (value === null) {
    return "null";
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return String(value); // NaN and Infinity say what is wrong
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (typeof value === "object") {
    // A Date or a Uint8Array is the usual mistake for a Timestamp or for Bytes, so name the class.
    const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
    return name === "Object" ? "an object" : `a ${name} object`;
  }
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
}

/** How a value is checked and copied. */
export interface Mode {
  /** Reject what senders newer than this package may have added. */
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
 * Returns a checked copy of `value`. The original is never changed. A mismatch is reported with {@link fail}. Each member
 * is read immediately before it is checked, because the last one that was read is where the mismatch is.
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
   * Reject fields that the type does not have, as a client does in arguments, where they are typing errors. By default
   * they are omitted, so that a server never sends fields that are not in the specification.
   */
  readonly refuseUnknownFields?: boolean | undefined;
  /** The callers whose `Omitted` fields and tags are visible; none by default. */
  readonly permissions?: readonly string[] | undefined;
}

/** Decodes JSON into a value. Throws a {@link DecodeError}. */
export type Decode<T> = (json: unknown, options?: DecodeOptions) => T;

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

/** Ends the running check. Only the outermost caller computes the path, so that successful checks do not pay for it. */
export function fail(code: MismatchCode, expected: string, found: string, suggestion?: string): never {
  throw new Failure({ code, expected, found, suggestion });
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
  try {
    return check(json, mode);
  } catch (thrown) {
    throw new DecodeError(...explain(thrown, check, json, mode));
  }
}

/** Encodes a value as JSON with a check. Throws an {@link EncodeError}. */
export function encode(check: Check<unknown>, value: unknown, options?: EncodeOptions): unknown {
  return write(check, value, options, false);
}

/** Like {@link encode}, but values with a redactor are masked. The result is for logs and cannot be decoded. */
export function redact(check: Check<unknown>, value: unknown, options?: EncodeOptions): unknown {
  return write(check, value, options, true);
}

/** The decoder for a check. */
export function decoder<T>(check: Check<T>): Decode<T> {
  return (json, options) => decode(check, json, options);
}

/** The encoder for a check. */
export function encoder<T>(check: Check<unknown>): Encode<T> {
  return (value, options) => encode(check, value, options);
}

/** The redacter for a check. */
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
    return check(value, mode);
  } catch (thrown) {
    throw new EncodeError(...explain(thrown, check, value, mode));
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
    return [path, isMissing && mismatch.code === "wrong-type" ? { ...mismatch, code: "missing-field" } : mismatch];
  }
  // The depth of values of recursive types is limited by the engine's stack; Firefox reports that by an InternalError.
  if (thrown instanceof RangeError || (thrown instanceof Error && thrown.name === "InternalError")) {
    return [[], { code: "too-deep", expected: "fewer levels", found: "too many" }];
  }
  throw thrown;
}

/** A number with its noun: `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Ends the running check: the value is not of the `expected` kind, such as `a list`, or a field is missing. */
export function wrongType(value: unknown, expected: string): never {
  fail("wrong-type", expected, describeKind(value));
}

/** `true` or `false`; 0 and 1 are rejected. */
export function boolean(value: unknown): boolean {
  return typeof value === "boolean" ? value : wrongType(value, "true or false");
}

/** A 32-bit integer, in any JSON notation: `1.0` is 1, `-0` is 0. */
export function int32(value: unknown): number {
  return typeof value === "number" && (value | 0) === value ? value | 0 : integer(value, -0x8000_0000n, 0x7fff_ffffn);
}

/** An unsigned 32-bit integer. */
export function uint32(value: unknown): number {
  return typeof value === "number" && value >>> 0 === value ? value >>> 0 : integer(value, 0n, 0xffff_ffffn);
}

export const minInt64 = -0x8000_0000_0000_0000n;
export const maxInt64 = 0x7fff_ffff_ffff_ffffn;
export const maxUint64 = 0xffff_ffff_ffff_ffffn;

/** A 64-bit integer within ±(2^53-1). Others are rejected, because a number would round them. */
export function int64(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value)
    ? value + 0 // -0 becomes 0
    : integer(value, minInt64, maxInt64);
}

/** An unsigned 64-bit integer up to 2^53-1, like {@link int64}. */
export function uint64(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0
    ? value + 0
    : integer(value, 0n, maxUint64);
}

/** A number within ±3.40282e38, the limit of Stone. It is not rounded to single precision. */
export function float32(value: unknown): number {
  return float(value, 3.40282e38);
}

/** A finite number; a `bigint` is converted to the nearest number. */
export function float64(value: unknown): number {
  return float(value, Number.MAX_VALUE);
}

/** A number or `bigint` that has passed its type check, within inclusive bounds. */
export function within<T extends number | bigint>(
  value: T,
  min: number | bigint | undefined,
  max: number | bigint | undefined,
): T {
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    fail("out-of-range", `a number that is ${limits(min, max)}`, String(value));
  }
  return value;
}

/** Any string, including lone surrogates. */
export function string(value: unknown): string {
  return typeof value === "string" ? value : wrongType(value, "a string");
}

/**
 * A string with bounds for its length in code points, and a pattern that is anchored at both ends. The bounds are
 * checked first, so that the pattern is never applied to a string that is too long.
 */
export function text(
  value: unknown,
  minLength: number | undefined,
  maxLength: number | undefined,
  pattern?: RegExp,
): string {
  if (typeof value !== "string") {
    wrongType(value, "a string");
  }
  const min = minLength ?? 0;
  const max = maxLength ?? Infinity;
  // A code point has one or two code units: most strings need no counting.
  if (value.length > max || value.length < 2 * min) {
    const length = codePoints(value);
    if (length > max || length < min) {
      fail(
        length > max ? "too-long" : "too-short",
        `a string of ${limits(minLength, maxLength)} character${(maxLength ?? min) === 1 ? "" : "s"}`,
        counted(length, "character"),
      );
    }
  }
  if (pattern !== undefined && !matches(pattern, value)) {
    fail("pattern", `a string that matches ${pattern.source}`, "one that does not");
  }
  return value;
}

/** Standard base64 with padding, exactly as an encoder prints it: no spaces, no unused bits set. */
export function bytes(value: unknown): string {
  if (typeof value !== "string") {
    wrongType(value, "a string in base64");
  }
  if (!isBase64(value)) {
    fail("bad-base64", "standard base64 with padding", "another string");
  }
  return value;
}

/**
 * A Void in memory. Lenient readers ignore a value that a newer sender may have added; when writing, a value is an
 * error.
 */
export function nothing(value: unknown, mode: Mode): undefined {
  if (value !== undefined && value !== null && (mode.strict || mode.writing)) {
    wrongType(value, "null");
  }
  return undefined;
}

/** An integer that a number represents exactly. */
function integer(value: unknown, min: bigint, max: bigint): number {
  const exact = wholeNumber(value, min, max);
  if (typeof exact === "bigint") {
    fail(
      "out-of-range",
      'an integer within ±9007199254740991, as the package was generated with int64: "number"',
      String(exact),
    );
  }
  return exact;
}

/** An integer within inclusive bounds: a number within ±(2^53-1), otherwise a `bigint`. */
export function wholeNumber(value: unknown, min: bigint, max: bigint): number | bigint {
  if (typeof value !== "number" && typeof value !== "bigint") {
    wrongType(value, "an integer");
  }
  if (typeof value === "number" && !Number.isInteger(value)) {
    fail("wrong-type", "an integer", String(value));
  }
  if (value < min || value > max) {
    fail("out-of-range", `an integer that is ${limits(min, max)}`, String(value));
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    fail("out-of-range", "an exact integer", `the number ${value}, which may have been rounded`);
  }
  return Number.isSafeInteger(Number(value)) ? Number(value) + 0 : value;
}

function float(value: unknown, bound: number): number {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number !== "number" || Number.isNaN(number)) {
    wrongType(value, "a number");
  }
  if (number > bound || number < -bound) {
    fail("out-of-range", `a number within ±${bound}`, String(number));
  }
  return number + 0; // -0 becomes 0
}

function limits(min: number | bigint | undefined, max: number | bigint | undefined): string {
  if (min === undefined) {
    return `at most ${String(max)}`;
  }
  if (min === max) {
    return String(min);
  }
  return max === undefined ? `at least ${String(min)}` : `${String(min)} to ${String(max)}`;
}

function codePoints(value: string): number {
  let count = value.length;
  // For a string of single bytes the engine answers immediately; the loop takes longer than the pattern.
  if (!/[\ud800-\udbff]/.test(value)) {
    return count;
  }
  for (let at = 1; at < value.length; at++) {
    // A surrogate pair counts once, and so does a lone surrogate.
    if ((value.charCodeAt(at) & 0xfc00) === 0xdc00 && (value.charCodeAt(at - 1) & 0xfc00) === 0xd800) {
      count--;
    }
  }
  return count;
}

function matches(pattern: RegExp, value: string): boolean {
  try {
    return pattern.test(value);
  } catch {
    return false; // the matcher ran out of stack: millions of characters
  }
}

function isBase64(value: string): boolean {
  const body = value.endsWith("==") ? value.slice(0, -2) : value.endsWith("=") ? value.slice(0, -1) : value;
  if (value.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(body)) {
    return false;
  }
  // With padding the last character has unused bits, which an encoder sets to 0.
  switch (value.length - body.length) {
    case 0:
      return true;
    case 1:
      return "AEIMQUYcgkosw048".includes(body.slice(-1));
    default:
      return "AQgw".includes(body.slice(-1));
  }
}

/**
 * A 64-bit integer as a `bigint`. When it is encoded it becomes a number if a number is exact, so that `JSON.stringify`
 * can write it, and stays a `bigint` beyond ±(2^53-1), which `stringifyJson` writes.
 */
export function bigInt64(value: unknown, mode: Mode): bigint {
  return converted(wholeNumber(value, minInt64, maxInt64), mode);
}

/** An unsigned 64-bit integer as a `bigint`, like {@link bigInt64}. */
export function bigUint64(value: unknown, mode: Mode): bigint {
  return converted(wholeNumber(value, 0n, maxUint64), mode);
}

/** The encoded value is JSON, even though the static type of the checked copy is `bigint`. */
function converted(exact: number | bigint, mode: Mode): bigint {
  return mode.writing ? (exact as bigint) : BigInt(exact);
}

export const months: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** From Sunday, as `getUTCDay` counts. */
export const weekdays: readonly string[] = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];

/** Midnight at the beginning of a day; months count from 0. A day outside the month falls into another month. */
export function midnight(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day); // `Date.UTC` treats the year 99 as 1999
  return date;
}

/** The number of days from Monday to a weekday. */
export function sinceMonday(weekday: number): number {
  return (weekday + 6) % 7;
}

/** The day of the year from 1. */
export function dayOfYear(moment: Date): number {
  const newYear = midnight(moment.getUTCFullYear(), 0, 1);
  return Math.floor((moment.getTime() - newYear.getTime()) / 86_400_000) + 1;
}

/** The week of the year: 0 before the first Sunday, which starts week 1. */
export function weekFromSunday(moment: Date): number {
  return Math.floor((dayOfYear(moment) + 6 - moment.getUTCDay()) / 7);
}

/** The week of the year: 0 before the first Monday, which starts week 1. */
export function weekFromMonday(moment: Date): number {
  return Math.floor((dayOfYear(moment) + 6 - sinceMonday(moment.getUTCDay())) / 7);
}

/** The ISO 8601 week: it belongs to the year of its Thursday. */
export function isoWeek(moment: Date): { readonly year: number; readonly week: number } {
  const day = moment.getUTCDate() + 3 - sinceMonday(moment.getUTCDay());
  const thursday = midnight(moment.getUTCFullYear(), moment.getUTCMonth(), day);
  return { year: thursday.getUTCFullYear(), week: Math.ceil(dayOfYear(thursday) / 7) };
}

/** The day for a week and a weekday; the inverse of {@link weekFromSunday}. */
export function dayInWeekFromSunday(year: number, week: number, weekday: number): Date {
  const firstSunday = 1 + ((7 - midnight(year, 0, 1).getUTCDay()) % 7);
  return midnight(year, 0, firstSunday + 7 * (week - 1) + weekday);
}

/** The day for a week and a weekday; the inverse of {@link weekFromMonday}. */
export function dayInWeekFromMonday(year: number, week: number, weekday: number): Date {
  const firstMonday = 1 + ((8 - midnight(year, 0, 1).getUTCDay()) % 7);
  return midnight(year, 0, firstMonday + 7 * (week - 1) + sinceMonday(weekday));
}

/** The day for a week and a weekday; the inverse of {@link isoWeek}. */
export function dayInIsoWeek(year: number, week: number, weekday: number): Date {
  const firstMonday = 4 - sinceMonday(midnight(year, 0, 4).getUTCDay()); // 4 January is always in week 1
  return midnight(year, 0, firstMonday + 7 * (week - 1) + sinceMonday(weekday));
}

/** Names that differ in more characters are not typing errors. */
const maxEdits = 3;
const maxLength = 64;

/**
 * The name in `names` that is most similar to `name`; undefined if none is similar enough. Ignores case and
 * underscores. Takes time linear in the number of names: names longer than 64 characters are not considered.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = normalize(name);
  const limit = name.length > maxLength ? -1 : Math.min(maxEdits, Math.max(1, wanted.length / 3));
  for (let edits = 0; edits <= limit; edits++) {
    const found = names.find((each) => each.length <= maxLength && isSimilar(wanted, normalize(each), edits));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function normalize(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** Whether inserting, removing and replacing at most so many characters makes one text of the other. */
function isSimilar(a: string, b: string, edits: number): boolean {
  if (a === "" || b === "") {
    return a.length + b.length <= edits;
  }
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  if (b.startsWith(a.slice(0, 1))) {
    return isSimilar(restOfA, restOfB, edits);
  }
  const left = edits - 1;
  return left >= 0 && (isSimilar(restOfA, restOfB, left) || isSimilar(restOfA, b, left) || isSimilar(a, restOfB, left));
}

/** An object of type `T` whose fields have not been checked yet. */
export type Unchecked<T> = { readonly [K in keyof T]-?: unknown };

/** The value as an object whose fields can be read. */
export function object<T>(value: unknown): Unchecked<T> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    wrongType(value, "an object");
  }
  return value as Unchecked<T>;
}

const emptyObject = {};

/** The same for a struct without required fields: null and undefined count as an empty object. */
export function objectOrNothing<T>(value: unknown): Unchecked<T> {
  return value === undefined || value === null ? (emptyObject as Unchecked<T>) : object<T>(value);
}

/** The checked copy of `from`. Fails for other fields if the mode rejects them. `.tag` is never unknown. */
export function rejectUnknown<T extends object>(from: object, mode: Mode, copy: T): T {
  if (mode.refusesUnknownFields) {
    for (const name of Object.keys(from)) {
      if (name !== ".tag" && !Object.hasOwn(copy, name) && own(from, name) !== undefined) {
        const suggestion = nearestName(name, Object.keys(copy));
        fail("unknown-field", "no such field", "one", suggestion);
      }
    }
  }
  return copy;
}

/** The value of a field whose name objects inherit, such as `constructor`. */
export function own(from: object, name: string): unknown {
  const member = (from as Readonly<Record<string, unknown>>)[name]; // read in any case, because it may be missing
  return Object.hasOwn(from, name) ? member : undefined;
}

/** The value of a field that may be null or unset, both of which are undefined in the copy. */
export function optional<T>(value: unknown, check: Check<T>, mode: Mode): T | undefined {
  return value === undefined || value === null ? undefined : check(value, mode);
}

/** The value of a field that may be unset: then its default when reading, undefined when writing. */
export function withDefault<T>(value: unknown, check: Check<T>, mode: Mode, defaultValue: T): T {
  return value === undefined ? unset(mode, defaultValue) : check(value, mode);
}

/** The value of an unset field: its default when reading, undefined when writing. */
export function unset<T>(mode: Mode, defaultValue: T): T {
  return mode.writing ? (undefined as T) : defaultValue;
}

/**
 * A field whose default a number cannot represent exactly. Readers get the nearest number, which no received integer
 * can be. When writing, that number leaves the field unset, so that the receiver uses the exact default.
 */
export function unlessNearest<T>(value: unknown, mode: Mode, check: Check<T>, nearest: number): T {
  return mode.writing && value === nearest ? (undefined as T) : check(value, mode);
}

/** Whether the mode includes the fields and tags that are `Omitted` for this caller. */
export function permits(mode: Mode, caller: string): boolean {
  return mode.permissions.includes(caller);
}

/** A list whose items have passed `item`; bounds are inclusive. */
export function list<T>(value: unknown, mode: Mode, item: Check<T>, minItems?: number, maxItems?: number): T[] {
  if (!Array.isArray(value)) {
    wrongType(value, "a list");
  }
  const items = value as readonly unknown[];
  const { length } = items;
  if (minItems !== undefined && length < minItems) {
    fail("too-few-items", `at least ${counted(minItems, "item")}`, `${length}`);
  }
  if (maxItems !== undefined && length > maxItems) {
    fail("too-many-items", `at most ${counted(maxItems, "item")}`, `${length}`);
  }
  // Allocated with its length: an array that grows reserves 17 items, and most lists are short.
  const copy = new Array<T>(length);
  for (let index = 0; index < length; index++) {
    copy[index] = item(items[index], mode);
  }
  return copy;
}

/** A map whose values have passed `entry`, and whose keys have passed `name` if they are constrained. */
export function map<T>(value: unknown, mode: Mode, entry: Check<T>, name?: Check<string>): { [key: string]: T } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    wrongType(value, "an object");
  }
  const entries: [string, T][] = [];
  for (const member of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[member];
    // JavaScript callers use undefined for missing members.
    if (inner !== undefined || !mode.writing) {
      entries.push([name === undefined ? member : name(member, mode), entry(inner, mode)]);
    }
  }
  // Defines properties: an assignment to a key such as `__proto__` would set the prototype.
  return Object.fromEntries(entries);
}

/** A timestamp in the format `%Y-%m-%dT%H:%M:%SZ`, the most common one: checked without the code for other formats. */
export function isoSecond(value: unknown): string {
  return typeof value === "string" && isSecond(value) ? value : badTimestamp(value, "%Y-%m-%dT%H:%M:%SZ");
}

/** A timestamp in the format `%Y-%m-%dT%H:%M:%S.%fZ`, with one to six fractional digits; returned with six. */
export function isoMicrosecond(value: unknown): string {
  return typeof value === "string" && /^\.[0-9]{1,6}Z$/.test(value.slice(19)) && isSecond(`${value.slice(0, 19)}Z`)
    ? `${value.slice(0, -1).padEnd(26, "0")}Z`
    : badTimestamp(value, "%Y-%m-%dT%H:%M:%S.%fZ");
}

/** A timestamp in the format `%Y-%m-%d`: checked without the code for other formats. */
export function isoDay(value: unknown): string {
  return typeof value === "string" && isSecond(`${value}T00:00:00Z`) ? value : badTimestamp(value, "%Y-%m-%d");
}

/** Ends the running check: the value is not a timestamp in the format. */
export function badTimestamp(value: unknown, format: string): never {
  const expected = `a timestamp in the format ${format}`;
  if (typeof value !== "string") {
    wrongType(value, expected);
  }
  // The text shows what is wrong and is rarely a secret, but it may be of any length.
  fail("bad-timestamp", expected, JSON.stringify(shorten(value, 41)));
}

/** The seconds of the years from 1000 to 2999, except those of 29 February. */
const usualSecond =
  /^[12]\d{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** Whether a text is a second that exists. A `Date` takes several times as long, so that it decides on few of them. */
function isSecond(text: string): boolean {
  return usualSecond.test(text) || (/^\d{4}(?:-\d\d){2}T\d\d(?::\d\d){2}Z$/.test(text) && isUnusualSecond(text));
}

function isUnusualSecond(text: string): boolean {
  const date = new Date(text);
  // A Date may turn 30 February into 1 March, and knows the year 0, which the format does not.
  return text >= "0001" && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 19));
}

/** A timestamp in the format `%Y-%m-%dT%H:%M:%SZ` as a `Date`; its text when writing. */
export function isoSecondDate(value: unknown, mode: Mode): Date {
  if (mode.writing && typeof value !== "string") {
    return isoText(value, "%Y-%m-%dT%H:%M:%SZ", ".000Z", "Z");
  }
  return toDate(isoSecond(value), mode);
}

/** A timestamp in the format `%Y-%m-%d` as a `Date` at midnight in UTC; its text when writing. */
export function isoDayDate(value: unknown, mode: Mode): Date {
  if (mode.writing && typeof value !== "string") {
    return isoText(value, "%Y-%m-%d", "T00:00:00.000Z", "");
  }
  return toDate(isoDay(value), mode);
}

/** The encoded value is JSON, even though the static type of the checked copy is `Date`. */
function toDate(text: string, mode: Mode): Date {
  return mode.writing ? (text as unknown as Date) : new Date(text);
}

/**
 * The ISO text of a Date with `end` in place of `zeros`. Fails unless it ends with `zeros`, which would lose precision.
 */
function isoText(value: unknown, format: string, zeros: string, end: string): Date {
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
  // Years before 0000 and after 9999 have a sign and six digits.
  if (text?.length !== 24 || text.startsWith("0000") || !text.endsWith(zeros)) {
    badDate(value, format);
  }
  return (text.slice(0, -zeros.length) + end) as unknown as Date;
}

/** Ends the running check: the value is not a `Date` that the format can express. */
export function badDate(value: unknown, format: string): never {
  const expected = `a Date that the format ${format} expresses without loss`;
  if (!(value instanceof Date)) {
    wrongType(value, expected);
  }
  const found = Number.isNaN(value.getTime()) ? "an invalid Date" : value.toISOString();
  fail("bad-timestamp", expected, found);
}

/** The texts of a timestamp by the directives of its format. */
export type Written = Readonly<Record<string, string | undefined>>;

/**
 * The date that the texts represent, in UTC. Missing parts are those of 1900-01-01 00:00:00; of redundant parts one
 * takes precedence, as in Python. Nothing is validated: 30 February becomes 1 or 2 March, which is detected when the
 * date is printed again.
 */
export function meaning(written: Written): Date {
  const moment = day(written);
  moment.setUTCHours(hour(written), Number(written["%M"] ?? 0), Number(written["%S"] ?? 0));
  return moment;
}

function day(written: Written): Date {
  const { "%j": dayOfYear, "%U": fromSunday, "%W": fromMonday, "%G": isoYear, "%V": isoWeek } = written;
  if (dayOfYear !== undefined) {
    return midnight(year(written), 0, Number(dayOfYear));
  }
  const weekday = readWeekday(written);
  if (weekday !== undefined && fromSunday !== undefined) {
    return dayInWeekFromSunday(year(written), Number(fromSunday), weekday);
  }
  if (weekday !== undefined && fromMonday !== undefined) {
    return dayInWeekFromMonday(year(written), Number(fromMonday), weekday);
  }
  if (weekday !== undefined && isoYear !== undefined && isoWeek !== undefined) {
    return dayInIsoWeek(Number(isoYear), Number(isoWeek), weekday);
  }
  return midnight(year(written), month(written), Number(written["%d"] ?? written["% d"] ?? 1));
}

function year(written: Written): number {
  if (written["%Y"] !== undefined) {
    return Number(written["%Y"]);
  }
  const short = Number(written["%y"] ?? 0);
  return written["%y"] !== undefined && short < 69 ? 2000 + short : 1900 + short;
}

function month(written: Written): number {
  if (written["%m"] !== undefined) {
    return Number(written["%m"]) - 1;
  }
  const name = written["%B"] ?? written["%b"];
  return name === undefined ? 0 : months.findIndex((month) => month.startsWith(name));
}

function readWeekday(written: Written): number | undefined {
  const number = written["%w"] ?? written["%u"];
  if (number !== undefined) {
    return Number(number) % 7;
  }
  const name = written["%A"] ?? written["%a"];
  return name === undefined ? undefined : weekdays.findIndex((weekday) => weekday.startsWith(name));
}

function hour(written: Written): number {
  const { "%H": of24, "%I": of12, "%p": half } = written;
  if (of24 !== undefined || of12 === undefined) {
    return Number(of24 ?? 0);
  }
  return (Number(of12) % 12) + (half === "PM" ? 12 : 0);
}

interface Directive {
  readonly name: string;
  /** A regular expression for the text of the directive, without capturing groups. */
  readonly pattern: string;
  /** Prints the directive for a date. */
  readonly print: (moment: Date) => string;
  /** The canonical spelling of a text, if several spellings are accepted; otherwise only that of `print` is. */
  readonly canonical?: (text: string) => string;
}

interface Format {
  readonly pattern: RegExp;
  /** The directives of the pattern's groups. */
  readonly groups: readonly Directive[];
  /** The parts of the format in order; a string is literal text. */
  readonly parts: readonly (string | Directive)[];
}

let formats: Map<string, Format | undefined> | undefined;

/**
 * The timestamp as its format prints it, in the C locale and UTC. `undefined` if it is not a valid date or is spelled
 * differently: a missing leading zero, another case, the wrong weekday. Always `undefined` for a format with an unknown
 * directive.
 */
export function canonicalTimestamp(text: string, format: string): string | undefined {
  const known = parsedFormat(format);
  const reading = known && readWith(known, text);
  const print = (part: string | Directive): string => {
    const written = typeof part === "string" ? part : (reading?.written[part.name] ?? "");
    return typeof part === "string" ? part : (part.canonical?.(written) ?? written);
  };
  return reading && known.parts.map(print).join("");
}

/** The date of a timestamp; `undefined` if it is invalid or has microseconds, which a `Date` cannot represent. */
export function dateFrom(text: string, format: string): Date | undefined {
  const known = parsedFormat(format);
  const reading = known && readWith(known, text);
  const microseconds = (reading?.written["%f"] ?? "").padEnd(6, "0");
  if (reading === undefined || !microseconds.endsWith("000")) {
    return undefined;
  }
  reading.moment.setUTCMilliseconds(Number(microseconds.slice(0, 3)));
  return reading.moment;
}

/** The timestamp for a date; `undefined` if the format cannot express all of it. */
export function dateText(moment: Date, format: string): string | undefined {
  const known = parsedFormat(format);
  const text = known?.parts.map((part) => (typeof part === "string" ? part : part.print(moment))).join("");
  return text !== undefined && dateFrom(text, format)?.getTime() === moment.getTime() ? text : undefined;
}

function parsedFormat(format: string): Format | undefined {
  formats ??= new Map();
  if (!formats.has(format)) {
    formats.set(format, parseFormat(format));
  }
  return formats.get(format);
}

interface Reading {
  readonly written: Readonly<Record<string, string>>;
  /** Without the fraction of a second. */
  readonly moment: Date;
}

function readWith(format: Format, text: string): Reading | undefined {
  const texts = format.pattern.exec(text)?.slice(1);
  if (texts === undefined) {
    return undefined;
  }
  const written: Record<string, string> = {};
  for (const [index, { name }] of format.groups.entries()) {
    written[name] = texts[index] ?? "";
  }
  const moment = meaning(written);
  const year = moment.getUTCFullYear();
  const agrees = ({ name, print, canonical }: Directive): boolean =>
    canonical !== undefined || written[name] === print(moment);
  return year >= 1 && year <= 9999 && format.groups.every(agrees) ? { written, moment } : undefined;
}

function parseFormat(format: string): Format | undefined {
  const groups: Directive[] = [];
  const parts: (string | Directive)[] = [];
  let pattern = "";
  for (const piece of (format.match(/%[^]?|[^%]+/g) ?? []).flatMap(expand)) {
    if (!piece.startsWith("%") || piece === "%%") {
      const literal = piece === "%%" ? "%" : piece;
      parts.push(literal);
      pattern += literal.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
      continue;
    }
    const group = groups.findIndex(({ name }) => name === piece) + 1;
    const directive = groups[group - 1] ?? directiveNamed(piece);
    if (directive === undefined) {
      return undefined;
    }
    parts.push(directive);
    if (group === 0) {
      groups.push(directive);
      pattern += `(${directive.pattern})`;
    } else {
      pattern += `(?:\\${group})`; // a repeated directive must have the same text
    }
  }
  return { pattern: new RegExp(`^${pattern}$`), groups, parts };
}

function expand(piece: string): readonly string[] {
  switch (piece) {
    case "%c":
      return ["%a", " ", "%b", " ", "% d", " ", "%H", ":", "%M", ":", "%S", " ", "%Y"];
    case "%x":
      return ["%m", "/", "%d", "/", "%y"];
    case "%X":
      return ["%H", ":", "%M", ":", "%S"];
    default:
      return [piece];
  }
}

function directiveNamed(name: string): Directive | undefined {
  switch (name) {
    case "%Y":
      return digits(name, 4, (moment) => moment.getUTCFullYear());
    case "%y":
      return digits(name, 2, (moment) => moment.getUTCFullYear() % 100);
    case "%m":
      return digits(name, 2, (moment) => moment.getUTCMonth() + 1);
    case "%d":
      return digits(name, 2, (moment) => moment.getUTCDate());
    case "% d": // only within %c
      return exact(name, "[ 0-9][0-9]", (moment) => String(moment.getUTCDate()).padStart(2));
    case "%j":
      return digits(name, 3, dayOfYear);
    case "%H":
      return digits(name, 2, (moment) => moment.getUTCHours());
    case "%I":
      return digits(name, 2, (moment) => moment.getUTCHours() % 12 || 12);
    case "%p":
      return exact(name, "[AP]M", (moment) => (moment.getUTCHours() < 12 ? "AM" : "PM"));
    case "%M":
      return digits(name, 2, (moment) => moment.getUTCMinutes());
    case "%S":
      return digits(name, 2, (moment) => moment.getUTCSeconds());
    case "%f":
      return liberal(
        name,
        "[0-9]{1,6}",
        (text) => text.padEnd(6, "0"),
        (moment) => `${String(moment.getUTCMilliseconds()).padStart(3, "0")}000`,
      );
    case "%b":
      return exact(name, "[A-Z][a-z]{2}", (moment) => monthName(moment).slice(0, 3));
    case "%B":
      return exact(name, "[A-Z][a-z]{2,8}", monthName);
    case "%a":
      return exact(name, "[A-Z][a-z]{2}", (moment) => weekdayName(moment).slice(0, 3));
    case "%A":
      return exact(name, "[A-Z][a-z]{5,8}", weekdayName);
    case "%w":
      return digits(name, 1, (moment) => moment.getUTCDay());
    case "%u":
      return digits(name, 1, (moment) => moment.getUTCDay() || 7);
    case "%U":
      return digits(name, 2, weekFromSunday);
    case "%W":
      return digits(name, 2, weekFromMonday);
    case "%G":
      return digits(name, 4, (moment) => isoWeek(moment).year);
    case "%V":
      return digits(name, 2, (moment) => isoWeek(moment).week);
    case "%z":
      return liberal(name, "Z|[+-]00(?:00(?:00(?:\\.0{1,6})?)?|:00(?::00(?:\\.0{1,6})?)?)", utcOffset, utcOffset);
    case "%Z":
      return liberal(
        name,
        "UTC|GMT|",
        (text) => text,
        () => "UTC",
      );
    default:
      return undefined;
  }
}

function utcOffset(): string {
  return "+0000";
}

function digits(name: string, width: number, number: (moment: Date) => number): Directive {
  return exact(name, `[0-9]{${width}}`, (moment) => String(number(moment)).padStart(width, "0"));
}

function exact(name: string, pattern: string, print: (moment: Date) => string): Directive {
  return { name, pattern, print };
}

function liberal(
  name: string,
  pattern: string,
  canonical: (text: string) => string,
  print: (moment: Date) => string,
): Directive {
  return { name, pattern, print, canonical };
}

function monthName(moment: Date): string {
  return months[moment.getUTCMonth()] ?? "";
}

function weekdayName(moment: Date): string {
  return weekdays[moment.getUTCDay()] ?? "";
}

/**
 * A timestamp in any format, in canonical form: `%f` with six digits and `%z` as `+0000`. Other spellings of these two
 * are accepted.
 */
export function timestamp(value: unknown, format: string): string {
  switch (format) {
    case "%Y-%m-%dT%H:%M:%SZ":
      return isoSecond(value);
    case "%Y-%m-%dT%H:%M:%S.%fZ":
      return isoMicrosecond(value);
    case "%Y-%m-%d":
      return isoDay(value);
    default:
      return (typeof value === "string" ? canonicalTimestamp(value, format) : undefined) ?? badTimestamp(value, format);
  }
}

/**
 * A timestamp in any format as a `Date` in UTC; its text when writing. Parts that the format lacks are those of
 * 1900-01-01 00:00:00. Rejects microseconds, which a `Date` cannot represent, and a `Date` with parts that the format
 * cannot express.
 */
export function date(value: unknown, mode: Mode, format: string): Date {
  if (!mode.writing || typeof value === "string") {
    const text = timestamp(value, format);
    const moment = dateFrom(text, format);
    if (moment === undefined) {
      const expected = "a timestamp that a Date holds, with milliseconds at most";
      fail("bad-timestamp", expected, JSON.stringify(text));
    }
    return mode.writing ? (text as unknown as Date) : moment;
  }
  const text = value instanceof Date ? dateText(value, format) : undefined;
  return text === undefined ? badDate(value, format) : (text as unknown as Date);
}

/**
 * A pattern as a program, for patterns that take exponential or polynomial time as a regular expression. Steps are
 * identified by index; the index after the last step is the end, where the whole text must have been consumed.
 */
export type LinearPattern = readonly LinearStep[];

/**
 * What to do at a position of the text: consume one character that this character class matches and take the next step;
 * or take the next step if this expression matches at the position; or take all of these steps.
 */
export type LinearStep = string | { readonly where: string } | readonly number[];

interface Machine {
  /** All distinct character classes. */
  readonly classes: readonly RegExp[];
  /** The program, with character classes by index. */
  readonly steps: readonly (number | RegExp | readonly number[])[];
}

const machines = /*#__PURE__*/ new WeakMap<LinearPattern, Machine>();

/**
 * Whether a pattern matches a whole text. Follows all paths through the pattern in parallel (Thompson's construction):
 * each character is read once, and the time is linear in the length of the text.
 */
export function matchesLinear(pattern: LinearPattern, text: string): boolean {
  const machine = machineFor(pattern);
  // For each step, the last position of the text where it was taken.
  const taken = new Int32Array(pattern.length + 1).fill(-1);
  let at = 0;
  let live = take([0], machine, text, at, taken);
  for (const character of text) {
    at += character.length;
    const fits = machine.classes.map((characters) => characters.test(character));
    const next = live.filter((step) => isConsuming(machine, step, fits)).map((step) => step + 1);
    live = take(next, machine, text, at, taken);
    if (live.length === 0) {
      return false;
    }
  }
  return live.includes(pattern.length);
}

/** The steps that wait for a character, or the end, after these steps are taken. */
function take(starts: number[], { steps }: Machine, text: string, at: number, taken: Int32Array): number[] {
  const live: number[] = [];
  for (let index = starts.pop(); index !== undefined; index = starts.pop()) {
    if (taken[index] === at) {
      continue;
    }
    taken[index] = at;
    const step = steps[index];
    if (step === undefined || typeof step === "number") {
      live.push(index);
    } else if (!(step instanceof RegExp)) {
      starts.push(...step);
    } else if (matchesAt(step, text, at)) {
      starts.push(index + 1);
    }
  }
  return live;
}

function isConsuming({ steps }: Machine, index: number, fits: readonly boolean[]): boolean {
  const step = steps[index];
  return typeof step === "number" && fits[step] === true;
}

function matchesAt(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at;
  return expression.test(text);
}

function machineFor(pattern: LinearPattern): Machine {
  const known = machines.get(pattern);
  if (known !== undefined) {
    return known;
  }
  const sources = [...new Set(pattern.filter((step): step is string => typeof step === "string"))];
  const machine: Machine = {
    classes: sources.map((source) => new RegExp(`^(?:${source})$`, "u")),
    steps: pattern.map((step) => {
      if (typeof step === "string") {
        return sources.indexOf(step);
      }
      return "where" in step ? new RegExp(`(?:${step.where})`, "uy") : step;
    }),
  };
  machines.set(pattern, machine);
  return machine;
}

/**
 * A string like that of {@link text}, with a pattern that could take a regular expression too long. In a separate file,
 * so that packages without such patterns do not include it.
 */
export function textLinear(
  value: unknown,
  minLength: number | undefined,
  maxLength: number | undefined,
  pattern: LinearPattern,
): string {
  const checked = text(value, minLength, maxLength);
  if (!matchesLinear(pattern, checked)) {
    fail("pattern", "a string that matches its pattern", "one that does not");
  }
  return checked;
}

interface Tagged {
  readonly ".tag": string;
}

/**
 * Handlers for the variants of a union, by tag. Open unions also have `$unknown`, for variants newer than this package;
 * no tag can have that name.
 */
export type VariantHandlers<Union extends Tagged> = {
  readonly [Variant in Union as HandlerName<Variant[".tag"]>]?: (variant: Variant) => unknown;
};

/** An {@link UnknownTag} is an enum, which extends no literal. */
type HandlerName<Tag extends string> = Tag extends UnknownTag ? "$unknown" : Tag;

/** The variants that have no handler of their own in `Handled`. */
type Rest<Union extends Tagged, Handled> = Union extends Tagged
  ? HandlerName<Union[".tag"]> extends Handled
    ? never
    : Union
  : never;

interface RestHandler<Union extends Tagged, Handled> {
  readonly _?: (variant: Rest<Union, Handled>) => unknown;
}

/** A type that is `unknown` if `Handled` is complete; otherwise the compiler shows it in its message. */
type Complete<Union extends Tagged, Handled> = [Handled] extends [HandlerName<Union[".tag"]> | "_"]
  ? "_" extends Handled
    ? "$unknown" extends Handled
      ? { readonly "_ handles newer variants too": "remove $unknown" }
      : unknown
    : [Rest<Union, Handled>] extends [never]
      ? unknown
      : { readonly "no handler for": HandlerName<Rest<Union, Handled>[".tag"]> }
  : { readonly "no variant is": Exclude<Handled, HandlerName<Union[".tag"]> | "_"> };

type HandlerResult<Handler> = Handler extends (variant: never) => infer Result ? Result : never;

/**
 * Calls the handler for the variant of `value` and returns its result:
 *
 * - with a handler for each tag, and `$unknown` for variants newer than this package if the union is open; the compiler
 *   reports the tags without a handler;
 * - or with handlers for some tags, and `_` for all other variants, known or newer.
 *
 * Throws a TypeError for a tag that the closed union does not have.
 */
export function match<
  Union extends Tagged,
  Handled extends PropertyKey,
  Handlers extends VariantHandlers<Union> & RestHandler<Union, Handled>,
>(
  value: Union,
  handlers: Handlers & { readonly [Name in Handled]: unknown } & Complete<Union, Handled>,
): HandlerResult<Handlers[keyof Handlers]>;
export function match(value: Tagged, handlers: Readonly<Record<string, (variant: never) => unknown>>): unknown {
  // A tag such as `constructor` must not match an inherited member.
  const name = [value[".tag"], "_", "$unknown"].find((name) => Object.hasOwn(handlers, name));
  const handle = name === undefined ? undefined : handlers[name];
  if (handle === undefined) {
    throw new TypeError(`No handler for the variant ${JSON.stringify(value[".tag"])}`);
  }
  return handle(value as never); // the tag selected the handler for this variant
}

/** Bits to rotate by, four per round. */
const rotations: readonly number[] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/**
 * Step *i* adds the first 32 bits of the fraction of |sin(i + 1)|; spelled out, because engines may differ in the last
 * bit.
 */
// prettier-ignore
const sines: readonly number[] = [
  0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
  0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
  0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
  0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
  0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
  0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
  0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
  0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];

/** The MD5 of a text in UTF-8, as 32 lower-case hex digits (RFC 1321). A lone surrogate counts as U+FFFD. */
export function md5(text: string): string {
  const message = padded(new TextEncoder().encode(text));
  const state = { a: 0x67452301, b: 0xefcdab89 | 0, c: 0x98badcfe | 0, d: 0x10325476 };
  for (let block = 0; block < message.byteLength; block += 64) {
    mix(state, message, block);
  }
  return hex(state.a) + hex(state.b) + hex(state.c) + hex(state.d);
}

/** The bytes, a 1 bit, 0 bits, and the number of bits as a 64-bit integer: whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const message = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, bytes.length << 3, true);
  view.setUint32(message.length - 4, Math.floor(bytes.length / 0x2000_0000), true);
  return view;
}

function mix(state: { a: number; b: number; c: number; d: number }, message: DataView, block: number): void {
  let { a, b, c, d } = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    let blend: number;
    let word: number;
    if (round === 0) {
      blend = (b & c) | (~b & d);
      word = step;
    } else if (round === 1) {
      blend = (d & b) | (~d & c);
      word = 5 * step + 1;
    } else if (round === 2) {
      blend = b ^ c ^ d;
      word = 3 * step + 5;
    } else {
      blend = c ^ (b | ~d);
      word = 7 * step;
    }
    const sum = (a + blend + (sines[step] ?? 0) + message.getInt32(block + (word & 15) * 4, true)) | 0;
    const by = rotations[round * 4 + (step & 3)] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0;
  }
  state.a = (state.a + a) | 0;
  state.b = (state.b + b) | 0;
  state.c = (state.c + c) | 0;
  state.d = (state.d + d) | 0;
}

/** The bytes of a 32-bit word, lowest first. */
function hex(word: number): string {
  const reversed = ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
  return (reversed >>> 0).toString(16).padStart(8, "0");
}

/** Decodes the JSON of a Void. In strict mode only null and a missing value are accepted. */
export function decodeNothing(json: unknown, options?: DecodeOptions): undefined {
  decode(nothing, json, options);
  return undefined;
}

/** Encodes a Void. */
export function encodeNothing(value: undefined, options?: EncodeOptions): unknown {
  return encode(nothing, value, options);
}

/**
 * How a value is hashed. `float`: a number of a float field, as Python prints it, `5.0`. `opaque`: Bytes and
 * Timestamps, which are strings here but not in Python and have no hash. `plain`: everything else.
 */
export type HashKind = "plain" | "float" | "opaque";

/**
 * Replaces a value, each item of a list or each value of a map by asterisks. If a pattern is found in a string, its
 * groups are kept, joined by asterisks; Bytes and Timestamps have no pattern. Null and unset values are kept, except as
 * items.
 */
export function blot(value: unknown, pattern?: RegExp): unknown {
  return each(value, (item) => matchGroups(item, pattern) ?? "********");
}

/**
 * Replaces a value by its MD5, per item like {@link blot}, so that equal values can be recognized in logs. Values
 * without text, such as a null item or a list in a list, have the hash `null`. If a pattern is found in a string, its
 * groups follow in parentheses.
 */
export function hash(value: unknown, kind: HashKind, pattern?: RegExp): unknown {
  return each(value, (item) => {
    if (kind === "opaque") {
      return null;
    }
    const text = hashedText(item, kind);
    const digest = text === undefined ? null : md5(text);
    const groups = matchGroups(item, pattern);
    if (groups === undefined) {
      return digest;
    }
    return digest === null ? groups : `${digest} (${groups})`;
  });
}

function each(value: unknown, redactItem: (item: unknown) => unknown): unknown {
  if (value === undefined || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return Array.from(value, redactItem);
  }
  if (typeof value === "object" && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactItem(item)]));
  }
  return redactItem(value);
}

/**
 * The longest text that is searched with a pattern. A search can take quadratic time, and logging must not take seconds
 * because a caller sent a long text. Longer texts are masked completely.
 */
const longestSearched = 256;

/** The groups of the pattern if it is found in a string; a group that did not participate is empty. */
function matchGroups(value: unknown, pattern: RegExp | undefined): string | undefined {
  if (typeof value !== "string" || pattern === undefined || value.length > longestSearched) {
    return undefined;
  }
  try {
    return pattern.exec(value)?.slice(1).join("***");
  } catch {
    return undefined; // the matcher ran out of stack, which must not make logging fail
  }
}

/** The text of a value that is hashed: that of Python, so that hashes of both can be compared. */
function hashedText(value: unknown, kind: HashKind): string | undefined {
  switch (typeof value) {
    case "string":
      return /\p{Surrogate}/u.test(value) ? undefined : value; // a lone surrogate has no UTF-8
    case "boolean":
      return value ? "True" : "False";
    case "bigint":
      return kind === "float" ? floatText(Number(value)) : String(value);
    case "number":
      return kind === "plain" && Number.isSafeInteger(value) ? String(value) : floatText(value);
    default:
      return undefined;
  }
}

/** A float as Python prints it: the same digits, but always a point or an exponent, and the exponent from 1e16 on. */
function floatText(value: number): string | undefined {
  if (!Number.isFinite(value)) {
    return undefined;
  }
  const [digits, exponent] = value.toExponential().split("e") as [string, string]; // prints -0 as 0
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  // In this range String writes no exponent, except below 1e-6, which is handled above.
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/**
 * The tag of an {@link UnknownVariant}. An enum, because no literal is comparable to it, so that known tags still
 * narrow.
 */
export declare enum UnknownTag {
  Newer = "",
}

/** A variant of an open union, or a subtype, that is newer than this package. It is kept unchanged. */
export interface UnknownVariant {
  ".tag": UnknownTag;
  [field: string]: unknown;
}

/** The tag of a value of a union: its `.tag`, or the value itself if it is a bare string. */
export function unionTag(value: unknown): string {
  return typeof value === "string" ? value : subtypeTag(value);
}

/** The tag of an object. */
export function subtypeTag(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    wrongType(value, "an object with a .tag");
  }
  const tag = (value as { readonly ".tag"?: unknown })[".tag"];
  if (typeof tag !== "string") {
    if (tag === undefined) {
      fail("missing-tag", "a tag", "nothing");
    }
    wrongType(tag, "a string");
  }
  return tag;
}

/** The variant for one of several tags without values. */
type Bare<T extends string> = T extends string ? { ".tag": T } : never;

/**
 * A variant without a value. If unknown fields are rejected, so are all members except one with the name of the tag
 * that is null.
 */
export function bare<T extends string>(value: unknown, tag: T, mode: Mode): Bare<T> {
  if (mode.refusesUnknownFields && typeof value === "object" && value !== null) {
    for (const name of Object.keys(value)) {
      const member = name === ".tag" ? undefined : own(value, name);
      if (member !== undefined && !(name === tag && member === null)) {
        fail("unexpected-key", "a variant without a value", "one");
      }
    }
  }
  return { ".tag": tag } as Bare<T>;
}

/** The catch-all tag, which senders must not use: strict readers reject it. */
export function catchAll(mode: Mode): { ".tag": "other" } {
  if (mode.strict) {
    unknownTag("other");
  }
  return { ".tag": "other" };
}

/** The object of a variant whose value is the member with the name of the tag; it must have no other members. */
export function valued<Tag extends string>(value: unknown, tag: Tag): { readonly [K in Tag]: unknown } {
  if (typeof value === "string") {
    missingValue(tag);
  }
  const from = valuedOrBare(value, tag);
  if (own(from, tag) === undefined) {
    missingValue(tag);
  }
  return from;
}

const noFields = {};

/** The same for a nullable value, which may be missing: then the variant may also be a bare string. */
export function valuedOrBare<Tag extends string>(value: unknown, tag: Tag): { readonly [K in Tag]: unknown } {
  if (typeof value !== "object" || value === null) {
    return noFields as { readonly [K in Tag]: unknown };
  }
  for (const name of Object.keys(value)) {
    if (name !== ".tag" && name !== tag && own(value, name) !== undefined) {
      fail("unexpected-key", `nothing beside .tag and ${tag}`, "a member");
    }
  }
  return value as { readonly [K in Tag]: unknown };
}

/** The variant for one of several tags whose values are structs with the same fields. */
type Flat<Tag extends string, T> = Tag extends string ? { ".tag": Tag } & T : never;

/** The variant for one of several tags with values of the same type. */
type Under<Tag extends string, T> = Tag extends string ? { ".tag": Tag } & { [K in Tag]: T } : never;

/**
 * A variant whose value is the member with the name of the tag, which is not `__proto__`, and has its own check
 * function.
 */
export function under<Tag extends string, T>(value: unknown, tag: Tag, mode: Mode, check: Check<T>): Under<Tag, T> {
  const from = valued(value, tag);
  // Assigned, because a computed name in the literal takes twice as long for the whole variant.
  const copy: Record<string, unknown> = { ".tag": tag };
  copy[tag] = check(from[tag], mode);
  return copy as Under<Tag, T>;
}

/** A variant whose value is a struct, with its fields next to the tag. */
export function flat<Tag extends string, T extends object>(
  value: unknown,
  tag: Tag,
  mode: Mode,
  fields: Check<T>,
): Flat<Tag, T> {
  const from = typeof value === "string" ? missingValue(tag) : value;
  return { ".tag": tag, ...fields(from, mode) } as Flat<Tag, T>;
}

/** The object of a variant whose value is a nullable struct; undefined if there is only the tag. */
export function flatOrBare(value: unknown): unknown {
  const isAlone =
    typeof value !== "object" ||
    value === null ||
    Object.entries(value).every(([name, member]) => name === ".tag" || member === undefined);
  return isAlone ? undefined : value;
}

/** An `Omitted` field of a struct with subtypes, with its caller. */
export type OmittedField = readonly [field: string, caller: string];

/**
 * An unknown variant of an open union, or an unknown subtype: kept unchanged, unless the mode rejects it. Fields that
 * the caller may not see are omitted. For logs only the tag remains, because it is unknown what must be masked.
 */
export function unknownVariant(
  value: unknown,
  tag: string,
  mode: Mode,
  omitted: readonly OmittedField[] = [],
): UnknownVariant {
  if (mode.refusesNewTags) {
    unknownTag(tag);
  }
  if (typeof value !== "object" || mode.redacting) {
    return { ".tag": tag as unknown as UnknownTag };
  }
  const hidden = omitted.flatMap(([field, caller]) => (permits(mode, caller) ? [] : [field]));
  const members = copyMembers(value ?? {}).filter(([name]) => !hidden.includes(name));
  return { ...Object.fromEntries(members), ".tag": tag as unknown as UnknownTag };
}

/** A copy of unchecked JSON. Recursive, so that its depth is limited like that of all other values. */
function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) {
    return Array.from(value, copyJson);
  }
  if (typeof value === "object" && value !== null) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      wrongType(value, "a JSON value");
    }
    return Object.fromEntries(copyMembers(value));
  }
  if (typeof value === "function" || typeof value === "symbol" || value === undefined) {
    wrongType(value, "a JSON value");
  }
  return value;
}

function copyMembers(object: object): [string, unknown][] {
  return Object.keys(object).flatMap((name): [string, unknown][] => {
    const member = (object as Readonly<Record<string, unknown>>)[name];
    return member === undefined ? [] : [[name, copyJson(member)]];
  });
}

/** A tag that is hidden from the caller: `other` when reading, so that nothing leaks, and an error when writing. */
export function hiddenVariant(tag: string, mode: Mode): { ".tag": "other" } {
  notPermitted(tag, mode);
  if (mode.strict) {
    unknownTag(tag);
  }
  return { ".tag": "other" };
}

/** The same in a closed union. */
export function hiddenTag(tag: string, mode: Mode): never {
  notPermitted(tag, mode);
  unknownTag(tag);
}

/**
 * The value of an unset field whose default is a tag that is hidden from the caller, in a closed union: an error when
 * reading.
 */
export function withoutDefault(mode: Mode): never {
  if (!mode.writing) {
    fail("missing-field", "a tag for this caller", "nothing");
  }
  return undefined as never;
}

/** Ends the running check: a closed union does not have the tag. */
export function unknownTag(tag: string): never {
  fail("unknown-tag", "a known tag", JSON.stringify(tag));
}

function notPermitted(tag: string, mode: Mode): void {
  if (mode.writing) {
    fail("not-permitted", "a tag for this caller", JSON.stringify(tag));
  }
}

function missingValue(tag: string): never {
  fail("missing-value", `a value for the variant ${tag}`, "nothing");
}
