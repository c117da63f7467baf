import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, encode, type Check } from "../../../templates/runtime/codecs/check.js";
import { date } from "../../../templates/runtime/codecs/date.js";
import { isoDayDate, isoSecondDate } from "../../../templates/runtime/codecs/iso-timestamp.js";

function inFormat(format: string): Check<Date> {
  return (value, mode) => date(value, mode, format);
}

const day = 86_400_000;

/** How often a weekday, from 0 for Sunday, occurs in a year up to a day of it. */
function occurrences(weekday: number, last: Date): number {
  let count = 0;
  for (let at = Date.UTC(last.getUTCFullYear(), 0, 1); at <= last.getTime(); at += day) {
    count += new Date(at).getUTCDay() === weekday ? 1 : 0;
  }
  return count;
}

function thursdayOfWeek(date: Date): Date {
  return new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * day);
}

const moment = new Date("2026-11-22T13:45:07.250Z");

describe("a timestamp as a Date", () => {
  test.each([
    ["%Y-%m-%dT%H:%M:%S.%fZ", "2026-11-22T13:45:07.250000Z", moment],
    ["%Y-%m-%dT%H:%M:%SZ", "2026-11-22T13:45:07Z", new Date("2026-11-22T13:45:07Z")],
    ["%Y-%m-%d", "2026-11-22", new Date("2026-11-22T00:00:00Z")],
    ["%a, %d %b %Y %H:%M:%S GMT", "Sun, 22 Nov 2026 13:45:07 GMT", new Date("2026-11-22T13:45:07Z")],
    ["%Y-%m-%d %H:%M:%S %z", "2026-11-22 13:45:07 +0000", new Date("2026-11-22T13:45:07Z")],
    ["%Y-%m-%dT%H:%M:%S.%fZ", "2026-11-22T13:45:07.007000Z", new Date("2026-11-22T13:45:07.007Z")],
    ["%I:%M %p", "01:45 PM", new Date("1900-01-01T13:45:00Z")],
    ["%I:%M %p", "11:45 AM", new Date("1900-01-01T11:45:00Z")],
    ["%H (%I)", "17 (05)", new Date("1900-01-01T17:00:00Z")],
    ["%Y-%m-%d %Z", "2026-11-22 UTC", new Date("2026-11-22T00:00:00Z")],
    ["%Y-%U-%u", "2026-47-7", new Date("2026-11-22T00:00:00Z")],
    ["%I:%M %p", "12:45 AM", new Date("1900-01-01T00:45:00Z")],
    ["%I:%M %p", "12:45 PM", new Date("1900-01-01T12:45:00Z")],
    ["%d/%m/%y", "22/11/68", new Date("2068-11-22T00:00:00Z")],
    ["%d/%m/%y", "22/11/69", new Date("1969-11-22T00:00:00Z")],
    ["%d/%m/%y", "22/11/26", new Date("2026-11-22T00:00:00Z")],
    ["%Y-%j", "2026-326", new Date("2026-11-22T00:00:00Z")],
    ["%Y-%j %H", "2026-326 13", new Date("2026-11-22T13:00:00Z")],
    ["%Y-%U %A", "2026-47 Sunday", new Date("2026-11-22T00:00:00Z")],
    ["%Y-%m-%d %U", "2026-11-22 47", new Date("2026-11-22T00:00:00Z")], // a week means nothing without a weekday
    ["%Y-%m-%d %W", "2026-11-22 46", new Date("2026-11-22T00:00:00Z")],
    ["%Y-%m-%d %G-W%V", "2026-11-22 2026-W47", new Date("2026-11-22T00:00:00Z")],
    ["%Y-%m-%d %G %u", "2026-11-22 2026 7", new Date("2026-11-22T00:00:00Z")],
    ["%Y-%m-%d W%V %u", "2026-11-22 W47 7", new Date("2026-11-22T00:00:00Z")],
    ["%G-W%V-%u", "2026-W47-7", new Date("2026-11-22T00:00:00Z")],
    ["%Y %B", "0099 March", new Date("0099-03-01T00:00:00Z")],
  ])("a timestamp as a Date in the format %s is read from %j and written so", (format, text, value) => {
    expect(decode(inFormat(format), text)).toEqual(value);
    expect(encode(inFormat(format), value)).toBe(text);
  });

  test.each([
    ["%Y-%U-%w", "the Sundays of its year", (date: Date) => occurrences(0, date)],
    ["%Y-%W-%w", "the Mondays of its year", (date: Date) => occurrences(1, date)],
    ["%G-%V-%w", "the Thursdays of its ISO year", (date: Date) => occurrences(4, thursdayOfWeek(date))],
  ])("a timestamp as a Date in the format %s counts %s, whatever day the year begins on", (format, _, week) => {
    for (let year = 2000; year < 2028; year++) {
      for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8, 59, 360, 361, 362, 363, 364]) {
        const value = new Date(Date.UTC(year, 0, 1) + index * day);
        const text = encode(inFormat(format), value);
        expect([value, Number(String(text).split("-")[1])]).toEqual([value, week(value)]);
        expect(decode(inFormat(format), text)).toEqual(value);
      }
    }
  });

  test("a timestamp as a Date has milliseconds from a fraction of one to three digits", () => {
    const read = (fraction: string): number =>
      decode(inFormat("%H:%M:%S.%f"), `00:00:00.${fraction}`).getUTCMilliseconds();
    expect([read("5"), read("05"), read("123"), read("1230")]).toEqual([500, 50, 123, 123]);
  });

  test.each(["000001", "1234", "12345", "123456"])(
    "a timestamp as a Date is refused with the fraction .%s, whose microseconds would be lost",
    (fraction) => {
      expect(() => decode(inFormat("%H:%M:%S.%f"), `00:00:00.${fraction}`)).toThrow(
        expect.objectContaining({
          code: "bad-timestamp",
          expected: "a timestamp that a Date holds, with milliseconds at most",
        }),
      );
    },
  );

  test.each([
    ["%Y-%m-%d", moment],
    ["%Y-%m-%dT%H:%M:%SZ", moment],
    ["%I:%M %p", moment],
    ["%d/%m/%y", new Date("1926-11-22T00:00:00Z")],
    ["%Y", new Date(8.64e15)],
    ["%Y", new Date(NaN)],
    ["%Q", moment],
  ])("a timestamp as a Date is refused in the format %s for what that does not express", (format, value) => {
    expect(() => encode(inFormat(format), value)).toThrow(`a Date that the format ${format} expresses without loss`);
  });

  test.each(["2026-02-30T00:00:00Z", "2026-1-1T00:00:00Z", 5, null, {}])(
    "a timestamp as a Date is refused for %j",
    (json) => {
      expect(() => decode(inFormat("%Y-%m-%dT%H:%M:%SZ"), json)).toThrow("a timestamp in the format");
      expect(() => decode(isoSecondDate, json)).toThrow("a timestamp in the format");
    },
  );

  test.each([
    ["%Y-%m-%d", isoDayDate],
    ["%Y %B", inFormat("%Y %B")],
  ])(
    "a timestamp as a Date is not written from what is no Date, in the format %s, nor from one that the format cannot express",
    (format, check) => {
      const expected = `a Date that the format ${format} expresses without loss`;
      expect(() => encode(check, 5)).toThrow(
        expect.objectContaining({ code: "wrong-type", expected, found: "a number" }),
      );
      expect(() => encode(check, new Date(NaN))).toThrow(
        expect.objectContaining({ code: "bad-timestamp", expected, found: "an invalid Date" }),
      );
      expect(() => encode(check, moment)).toThrow(
        expect.objectContaining({ code: "bad-timestamp", expected, found: "2026-11-22T13:45:07.250Z" }),
      );
    },
  );

  test("a timestamp as a Date may be written as a text in its format, as a value that was not validated", () => {
    expect(encode(inFormat("%Y %B"), "2026 March")).toBe("2026 March");
    expect(encode(isoSecondDate, "2026-11-22T13:45:07Z")).toBe("2026-11-22T13:45:07Z");
    expect(() => encode(isoDayDate, "2026-11-32")).toThrow("a timestamp in the format");
  });

  test("a timestamp as a Date in the two usual formats is the same as in the general way", () => {
    const dates = fc.date({
      min: new Date("0000-01-01T00:00:00Z"),
      max: new Date("+010001-01-01T00:00:00Z"),
      noInvalidDate: false,
    });
    const result = (check: Check<Date>, value: Date): unknown => {
      try {
        const text = encode(check, value);
        return [text, decode(check, text)];
      } catch (thrown) {
        return (thrown as Error).message;
      }
    };
    fc.assert(
      fc.property(dates, fc.constantFrom(1, 1_000, 86_400_000), (value, unit) => {
        const rounded = new Date(Math.floor(value.getTime() / unit) * unit);
        expect(result(isoSecondDate, rounded)).toEqual(result(inFormat("%Y-%m-%dT%H:%M:%SZ"), rounded));
        expect(result(isoDayDate, rounded)).toEqual(result(inFormat("%Y-%m-%d"), rounded));
      }),
      { numRuns: 1_000 },
    );
  });
});
