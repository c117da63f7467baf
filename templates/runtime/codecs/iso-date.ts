import { fail, type Mode } from "./check.js";
import { isoDay, isoSecond } from "./iso-timestamp.js";
import { wrongType } from "./wrong-type.js";

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
