import { fail, type Container, type Key, type Mode } from "./check.js";
import { isoDay, isoSecond } from "./iso-timestamp.js";
import { wrongType } from "./wrong-type.js";

/** A timestamp in the format `%Y-%m-%dT%H:%M:%SZ` as a `Date`; its text when writing. */
export function isoSecondDate(value: unknown, container: Container, key: Key, mode: Mode): Date {
  if (mode.writing && typeof value !== "string") {
    return isoText(value, container, key, "%Y-%m-%dT%H:%M:%SZ", ".000Z", "Z");
  }
  return toDate(isoSecond(value, container, key), mode);
}

/** A timestamp in the format `%Y-%m-%d` as a `Date` at midnight in UTC; its text when writing. */
export function isoDayDate(value: unknown, container: Container, key: Key, mode: Mode): Date {
  if (mode.writing && typeof value !== "string") {
    return isoText(value, container, key, "%Y-%m-%d", "T00:00:00.000Z", "");
  }
  return toDate(isoDay(value, container, key), mode);
}

/** The encoded value is JSON, even though the static type of the checked copy is `Date`. */
function toDate(text: string, mode: Mode): Date {
  return mode.writing ? (text as unknown as Date) : new Date(text);
}

/**
 * The ISO text of a Date with `end` in place of `zeros`. Fails unless it ends with `zeros`, which would lose precision.
 */
function isoText(value: unknown, container: Container, key: Key, format: string, zeros: string, end: string): Date {
  const text = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined;
  // Years before 0000 and after 9999 have a sign and six digits.
  if (text?.length !== 24 || text.startsWith("0000") || !text.endsWith(zeros)) {
    badDate(value, container, key, format);
  }
  return (text.slice(0, -zeros.length) + end) as unknown as Date;
}

/** Ends the running check: the value is not a `Date` that the format can express. */
export function badDate(value: unknown, container: Container, key: Key, format: string): never {
  const expected = `a Date that the format ${format} expresses without loss`;
  if (!(value instanceof Date)) {
    wrongType(value, container, key, expected);
  }
  const found = Number.isNaN(value.getTime()) ? "an invalid Date" : value.toISOString();
  fail(container, key, { code: "bad-timestamp", expected, found });
}
