import { shorten } from "./codec-error.js";
import { fail, type Mode, wrongType } from "./check.js";

/** Returns a timestamp in the format `%Y-%m-%dT%H:%M:%SZ`, the most common one: checked without the code for other formats. */
export function isoSecond(value: unknown): string {
  return typeof value === "string" && isSecond(value) ? value : badTimestamp(value, "%Y-%m-%dT%H:%M:%SZ");
}

/** Returns a timestamp in the format `%Y-%m-%dT%H:%M:%S.%fZ`, with one to six fractional digits; returned with six. */
export function isoMicrosecond(value: unknown): string {
  return typeof value === "string" && /^\.[0-9]{1,6}Z$/.test(value.slice(19)) && isSecond(`${value.slice(0, 19)}Z`)
    ? `${value.slice(0, -1).padEnd(26, "0")}Z`
    : badTimestamp(value, "%Y-%m-%dT%H:%M:%S.%fZ");
}

/** Returns a timestamp in the format `%Y-%m-%d`: checked without the code for other formats. */
export function isoDay(value: unknown): string {
  return typeof value === "string" && isSecond(`${value}T00:00:00Z`) ? value : badTimestamp(value, "%Y-%m-%d");
}

/** Ends the running check: the value is not a timestamp in the format. */
export function badTimestamp(value: unknown, format: string): never {
  const expected = `a timestamp in the format ${format}`;
  if (typeof value !== "string") {
    return wrongType(value, expected);
  }
  // The text shows the mistake and is rarely secret, but can be arbitrarily long.
  return fail("bad-timestamp", expected, JSON.stringify(shorten(value, 41)));
}

/** Matches all seconds of the years from 1000 to 2999, except on 29 February. */
const usualSecond =
  /^[12]\d{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/**
 * Returns whether a text is a second that exists. Creating a `Date` takes several times as long as the regular expression, so
 * it is used only for unusual timestamps.
 */
function isSecond(text: string): boolean {
  return usualSecond.test(text) || isUnusualSecond(text);
}

function isUnusualSecond(text: string): boolean {
  // A Date may turn 30 February into 1 March, and accepts years that the format does not have: 0, and those of six digits.
  return text.length === 20 && text >= "0001" && new Date(text).toJSON() === text.replace("Z", ".000Z");
}

/** Returns a timestamp in the format `%Y-%m-%dT%H:%M:%SZ` as a `Date`; its text when writing. */
export function isoSecondDate(value: unknown, mode: Mode): Date {
  if (mode.writing && typeof value !== "string") {
    return isoText(value, "%Y-%m-%dT%H:%M:%SZ", ".000Z", "Z");
  }
  return toDate(isoSecond(value), mode);
}

/** Returns a timestamp in the format `%Y-%m-%d` as a `Date` at midnight in UTC; its text when writing. */
export function isoDayDate(value: unknown, mode: Mode): Date {
  if (mode.writing && typeof value !== "string") {
    return isoText(value, "%Y-%m-%d", "T00:00:00.000Z", "");
  }
  return toDate(isoDay(value), mode);
}

/** Returns the checked value; when encoding, this is JSON, even though the static type of the checked copy is `Date`. */
function toDate(text: string, mode: Mode): Date {
  return mode.writing ? (text as unknown as Date) : new Date(text);
}

/**
 * Returns the ISO text of a Date with `end` in place of `zeros`. Fails if it does not end with `zeros`: precision would be lost.
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
    return wrongType(value, expected);
  }
  const found = Number.isNaN(value.getTime()) ? "an invalid Date" : value.toISOString();
  return fail("bad-timestamp", expected, found);
}
