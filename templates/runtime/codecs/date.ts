import { fail, type Mode } from "./check.js";
import { badDate } from "./iso-timestamp.js";
import { dateFrom, dateText } from "./timestamp-format.js";
import { timestamp } from "./timestamp.js";

/**
 * Returns a timestamp in any format as a `Date` in UTC; its text when writing. Parts that the format lacks are taken from
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
