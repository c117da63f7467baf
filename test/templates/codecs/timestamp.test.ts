import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode, type Check } from "../../../templates/runtime/codecs/check.js";
import { isoDay, isoSecond } from "../../../templates/runtime/codecs/iso-timestamp.js";
import { timestamp } from "../../../templates/runtime/codecs/timestamp.js";
import { canonicalTimestamp } from "../../../templates/runtime/codecs/timestamp-format.js";
import { expectToEnd } from "../../support/expect-to-end.js";

const refused: unknown = expect.objectContaining({ name: "DecodeError", code: "bad-timestamp" });

function inFormat(format: string): Check<string> {
  return (value) => timestamp(value, format);
}

const second = "%Y-%m-%dT%H:%M:%SZ";

test("only strings are timestamps, and the message names what programs try instead", () => {
  for (const format of [second, "%Y-%m-%dT%H:%M:%S.%fZ", "%Y-%m-%d", "%H:%M"]) {
    expect(() => decode(inFormat(format), new Date(0))).toThrow(
      `expected a timestamp in the format ${format}, found a Date object`,
    );
    expect(() => decode(inFormat(format), 0)).toThrow(expect.objectContaining({ code: "wrong-type" }));
  }
});

test("the message about a wrong timestamp shows what was there, cut and quoted", () => {
  expect(() => decode(isoDay, "2020-1-5")).toThrow('expected a timestamp in the format %Y-%m-%d, found "2020-1-5"');
  expect(() => decode(isoDay, "\n".repeat(1000))).toThrow(
    expect.objectContaining({ found: JSON.stringify(`${"\n".repeat(20)}…${"\n".repeat(20)}`) }),
  );
  expect(() => decode(isoDay, "x".repeat(42))).toThrow(
    expect.objectContaining({ found: `"${"x".repeat(20)}…${"x".repeat(20)}"` }),
  );
  expect(() => decode(isoDay, "x".repeat(41))).toThrow(expect.objectContaining({ found: `"${"x".repeat(41)}"` }));
});

describe.each([
  ["the check for one format", isoSecond],
  ["the check for any format", inFormat(second)],
])(`%s, given ${second}`, (_, check) => {
  test.each([
    "2015-05-12T15:50:38Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "0999-01-01T00:00:00Z", // TS_YEAR
    "2020-02-29T00:00:00Z",
    "2000-02-29T00:00:00Z",
    "1582-10-10T12:00:00Z",
    "2021-04-30T23:00:00Z",
    "2021-12-31T00:59:00Z",
  ])("the check of timestamps to the second accepts %s", (value) => {
    expect(decode(check, value)).toBe(value);
  });

  test.each([
    ["a day that the month lacks", "2021-02-29T00:00:00Z"],
    ["a day that the month lacks", "1900-02-29T00:00:00Z"],
    ["a day that the month lacks", "2020-02-30T00:00:00Z"],
    ["a day that the month lacks", "2021-04-31T00:00:00Z"],
    ["a day that the month lacks", "2021-06-31T00:00:00Z"],
    ["a day that the month lacks", "2021-09-31T00:00:00Z"],
    ["a day that the month lacks", "2021-11-31T00:00:00Z"],
    ["a day that no month has", "2021-01-32T00:00:00Z"],
    ["day 0", "2021-01-00T00:00:00Z"],
    ["month 0", "2021-00-10T00:00:00Z"],
    ["month 13", "2021-13-10T00:00:00Z"],
    ["year 0", "0000-01-01T00:00:00Z"],
    ["hour 24", "2021-01-01T24:00:00Z"],
    ["minute 60", "2021-01-01T23:60:00Z"],
    ["second 60", "2016-12-31T23:59:60Z"],
    ["second 61", "2016-12-31T23:59:61Z"],
    ["a year of five digits", "12021-01-01T00:00:00Z"],
    ["a sign", "+2021-01-01T00:00:0Z"],
    ["a sign", "-021-01-01T00:00:00Z"],
    ["a fraction", "2021-01-01T00:00:00.0Z"],
    ["what toISOString writes", new Date(0).toISOString()],
    ["text after the end", "2021-01-01T00:00:00Z "],
    ["what `Date` takes for a comment", "2021-01-01T00:00:00Z(x)"],
    ["what `Date` takes for a comment", "0999-01-01T00:00:00Z(x)"],
    ["a line end after the end", "2021-01-01T00:00:00Z\n"],
    ["an offset", "2021-01-01T00:00:00+0000"],
    ["no zone", "2021-01-01T00:00:00"],
    ["the day alone", "2021-01-01"],
    ["missing zeros (TS_UNPADDED)", "2020-1-5T1:2:3Z"],
    ["a space for a zero (TS_UNPADDED)", "2020-01- 5T01:02:03Z"],
    ["other case (TS_CASE)", "2020-01-01t00:00:00z"],
    ["spaces (TS_SPACE)", "2020-01-01 00:00:00Z"],
    ["digits of other scripts (TS_DIGITS)", "٢٠٢٠-01-01T00:00:00Z"],
    ["digits of other scripts (TS_DIGITS)", "2020-01-01T00:00:0٣Z"],
    ["wide characters that end like digits", "2020-01-01T00:00:\u0130\u0130Z"],
    ["the year without zeros (TS_YEAR)", "999-01-01T00:00:00Z"],
    ["nothing", ""],
  ])("the check of timestamps to the second refuses %s: %j", (_why, value) => {
    expect(() => decode(check, value)).toThrow(refused);
  });

  test.each(["2021-11-12T13:14:15Z", "2021-10-31T20:30:50Z"])(
    "the check of timestamps to the second refuses %s with another character at any place",
    (value) => {
      for (let at = 0; at < value.length; at++) {
        for (const other of ["x", ".", " ", "٣"]) {
          expect(() => decode(check, value.slice(0, at) + other + value.slice(at + 1))).toThrow(refused);
        }
      }
    },
  );
});

describe.each([
  ["the check for one format", isoDay],
  ["the check for any format", inFormat("%Y-%m-%d")],
])("%s, given %%Y-%%m-%%d", (_, check) => {
  test("the check of dates accepts exactly the days that exist", () => {
    for (const year of ["0001", "1900", "2000", "2023", "2024", "9999"]) {
      for (let month = 0; month <= 13; month++) {
        for (let day = 0; day <= 32; day++) {
          const value = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
          const date = new Date(`${value}T00:00:00Z`);
          const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
          if (exists) {
            expect(decode(check, value)).toBe(value);
          } else {
            expect(() => decode(check, value)).toThrow(refused);
          }
        }
      }
    }
  });

  test("the check of dates refuses a time, separators of other kinds and years of other lengths", () => {
    for (const value of ["2020-01-01T00:00:00Z", "2020/01/01", "2020-01/01", "2020-01-01 ", "20-01-01", "0000-01-01"]) {
      expect(() => decode(check, value)).toThrow(refused);
    }
  });
});

test.each(["%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S.%fZ", "%Y-%m-%d"])(
  "WIRE-12: the check for %s alone answers as the check for any format",
  (format) => {
    const seeds = [
      "2020-02-29T23:59:59.123456Z",
      "1900-02-29T24:00:00Z",
      "0000-12-31T23:59:60Z",
      "2023-04-31",
      "2024-02-29",
    ];
    const edit = fc.record({ at: fc.nat(26), text: fc.constantFrom("", ...Array.from("0123456789-:TZ. \n+٣")) });
    const edited = fc
      .tuple(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 3 }))
      .map(([seed, edits]) =>
        edits.reduce((text, one) => text.slice(0, one.at) + one.text + text.slice(one.at + 1), seed),
      );
    fc.assert(
      fc.property(edited, (text) => {
        const canonical = canonicalTimestamp(text, format);
        if (canonical === undefined) {
          expect(() => decode(inFormat(format), text)).toThrow(refused);
        } else {
          expect(decode(inFormat(format), text)).toBe(canonical);
        }
      }),
      { numRuns: 1000 },
    );
  },
);

test("a timestamp printed by a date in the usual formats is accepted", () => {
  const date = fc.date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(date, (moment) => {
      const iso = moment.toISOString();
      expect(decode(isoSecond, `${iso.slice(0, 19)}Z`)).toBe(`${iso.slice(0, 19)}Z`);
      expect(decode(isoDay, iso.slice(0, 10))).toBe(iso.slice(0, 10));
      expect(decode(inFormat("%Y-%m-%dT%H:%M:%S.%fZ"), iso)).toBe(`${iso.slice(0, -1)}000Z`);
      const http = inFormat("%a, %d %b %Y %H:%M:%S GMT");
      expect(decode(http, moment.toUTCString())).toBe(moment.toUTCString());
    }),
  );
});

describe("what other formats print", () => {
  test.each([
    ["%Y%m%d%H%M%S", "20200105010203"],
    ["%a, %d %b %Y %H:%M:%S GMT", "Wed, 05 Feb 2020 00:00:00 GMT"],
    ["%A %d %B %Y, %H:%M", "Wednesday 05 February 2020, 23:59"],
    ["%d/%m/%y", "29/02/00"],
    ["%d/%m/%y", "01/01/69"],
    ["%I:%M %p", "12:00 AM"],
    ["%I:%M %p", "12:30 PM"],
    ["%I:%M %p", "01:05 PM"],
    ["%H %p", "13 PM"],
    ["%I", "05"],
    ["%Y-%j", "2020-366"],
    ["%Y-%j", "2021-365"],
    ["%Y-%U-%w", "2020-00-5"],
    ["%Y-%U-%w", "2020-10-0"],
    ["%Y-%W-%u", "2020-51-7"],
    ["%G-W%V-%u", "2020-W53-7"],
    ["%G-W%V-%u", "2021-W01-1"],
    ["%G-W%V-%a", "2009-W53-Sun"],
    ["%Y-%m-%d %G-W%V-%u", "2021-01-03 2020-W53-7"],
    ["%c", "Sun Feb  9 01:02:03 2020"],
    ["%c", "Mon Feb 10 01:02:03 2020"],
    ["%x %X", "02/29/20 23:59:59"],
    ["100%% %Y", "100% 2020"],
    ["%H:%M (.*)[x]\\d$^|/", "10:00 (.*)[x]\\d$^|/"],
    ["%H+%M? {1}", "10+00? {1}"],
    ["toString%Yconstructor", "toString2020constructor"],
    ["%Z", "UTC"],
    ["%Y %Z", "2020 GMT"],
    ["%Y %Z", "2020 "],
    ["%Y %Y", "2020 2020"],
    ["%Y %y", "1950 50"],
    ["%H %I %p", "17 05 PM"],
    ["%M", "00"],
    ["", ""],
    ["é😀\ud800 %Y", "é😀\ud800 2020"],
  ])("the timestamp format %j accepts %j", (format, value) => {
    expect(decode(inFormat(format), value)).toBe(value);
  });

  test.each([
    ["a weekday that does not fit the date (TS_INCONSISTENT)", "%a, %d %b %Y", "Thu, 05 Feb 2020"],
    ["a weekday that does not fit the date (TS_INCONSISTENT)", "%A %Y-%m-%d", "Monday 2020-01-07"],
    ["day 366 of a common year (TS_INCONSISTENT)", "%Y-%j", "2021-366"],
    ["day 0 of a year", "%Y-%j", "2021-000"],
    ["day 29 February of no year, which is 1900", "%d %b", "29 Feb"],
    ["the month in two ways that differ", "%m %b", "01 Feb"],
    ["the year in two ways that differ", "%Y %y", "2020 21"],
    ["the same directive twice with different texts", "%Y %Y", "2020 2021"],
    ["the hour in two ways that differ", "%H %I", "17 04"],
    ["the wrong half of the day", "%H %p", "13 AM"],
    ["a half of the day without an hour", "%p", "PM"],
    ["hour 0 of twelve", "%I:%M %p", "00:10 AM"],
    ["hour 13 of twelve", "%I:%M %p", "13:00 PM"],
    ["week 53 of a year that has 52", "%G-W%V-%u", "2021-W53-1"],
    ["a week that lies in the year before", "%Y-%U-%w", "2021-00-4"],
    ["a week that lies in the year after", "%Y-%W-%u", "2020-52-7"],
    ["a week without a weekday", "%Y-%U", "2020-10"],
    ["weekday 7 for Sunday in %w", "%Y-%U-%w", "2020-10-7"],
    ["weekday 0 for Sunday in %u", "%G-%V-%u", "2020-10-0"],
    ["a day beyond year 9999", "%G-W%V-%u", "9999-W52-6"],
    ["year 0", "%Y", "0000"],
    ["names in other case (TS_CASE)", "%a %b %d %Y", "wed feb 05 2020"],
    ["names in other case (TS_CASE)", "%I %p", "05 pm"],
    ["the short name for the long one", "%B", "Jan"],
    ["the long name for the short one", "%b", "January"],
    ["the name of no month", "%b", "Foo"],
    ["the name of no weekday", "%A", "Someday"],
    ["missing zeros (TS_UNPADDED)", "%d/%m/%y", "1/2/20"],
    ["fewer digits (TS_UNPADDED)", "%Y%m%d%H%M%S", "2020151123"],
    ["a zero that is printed as a space", "%c", "Sun Feb 09 01:02:03 2020"],
    ["more spaces (TS_SPACE)", "%I:%M %p", "12:00  PM"],
    ["other spaces (TS_SPACE)", "%I:%M %p", "12:30\tPM"],
    ["digits of other scripts (TS_DIGITS)", "%I:%M %p", "١٢:٠٠ PM"],
    ["text before it", "%H:%M", " 10:00"],
    ["text after it", "%H:%M", "10:00\n"],
    ["a zone by another name", "%Y %Z", "2020 CET"],
    ["a zone in other case", "%Y %Z", "2020 utc"],
    ["characters that mean something in regular expressions", "%H.%M", "10:00"],
    ["characters that mean something in regular expressions", "%H+%M?", "1000"],
    ["characters that mean something in regular expressions", "%Hx+", "10xx"],
    ["characters that mean something in regular expressions", "%Hx?", "10"],
    ["anything for a format that ends in %", "%Y %", "2020 %"],
    ["anything for a directive that Stone lacks", "%Y %e", "2020  5"],
    ["anything for a directive that Stone lacks", "%Q", ""],
    ["anything for the day within %c by itself", "%Y % d", "2020  5"],
  ])("a timestamp format refuses %s: %j does not take %j", (_why, format, value) => {
    expect(() => decode(inFormat(format), value)).toThrow(refused);
  });

  test.each(["%Y-%m-%dT%H:%M:%S.%fZ", "%Y-%m-%dT%H:%M:%S.%f"])(
    "the directive %%f takes one to six digits and becomes six, in %s (TS_FRACTION, TS_MICROS)",
    (format) => {
      const read = (fraction: string): string =>
        decode(inFormat(format), format.replace("%Y-%m-%dT%H:%M:%S", "2020-01-01T00:00:00").replace("%f", fraction));
      expect(read("5")).toContain(".500000");
      expect(read("123")).toContain(".123000");
      expect(read("000001")).toContain(".000001");
      for (const fraction of ["", "1234567", "12x", "x12", "-1", " 1", "5Z5", "٣"]) {
        expect(() => read(fraction)).toThrow(refused);
      }
      expect(() => decode(inFormat(format), "2020-01-01T00:00:00Z")).toThrow(refused);
      expect(() => decode(inFormat(format), "2020-02-30T00:00:00.5Z")).toThrow(refused);
    },
  );

  test.each(["Z", "+0000", "-0000", "+00:00", "-00:00", "+000000", "+00:00:00", "+00:00:00.000000"])(
    "the directive %%z takes %s and becomes +0000 (TS_ZONE)",
    (zone) => {
      expect(decode(inFormat("%Y %z"), `2020 ${zone}`)).toBe("2020 +0000");
    },
  );

  test.each(["z", "", "+00", "+000", "0000", "+0100", "-08:00", "+00:01", "+00:0000", "+0000:00", "+00:00:01", "UTC"])(
    "the directive %%z does not take %j (TS_ZONE)",
    (zone) => {
      expect(() => decode(inFormat("%Y %z"), `2020 ${zone}`)).toThrow(refused);
    },
  );

  test("matching a text of a million characters against a long timestamp format ends", () => {
    const format = "%f%f%f%f%f%f%f%f%B%B%A%A%p%z";
    expectToEnd(() => {
      expect(() => decode(inFormat(format), "1".repeat(1_000_000))).toThrow(refused);
      expect(() => decode(inFormat("%B%A%B%A!"), "May".repeat(1_000_000))).toThrow(refused);
    });
  });
});

test("reading a timestamp that was read gives the same", () => {
  const formats = [
    "%Y-%m-%dT%H:%M:%S.%fZ",
    "%Y-%m-%dT%H:%M:%S.%f%z",
    "%c",
    "%A %d %B %Y %I:%M:%S %p",
    "%G-W%V-%u",
    "%Y %U %a",
    "%x %X",
  ];
  const piece = fc.constantFrom("0", "1", "2", "5", "9", " ", "-", ":", "T", "Mon", "Monday", "Jan", "January", "AM");
  const nearly = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.constantFrom(...formats), nearly, (format, value) => {
      let read;
      try {
        read = decode(inFormat(format), value);
      } catch {
        return; // most texts are no timestamps
      }
      expect(decode(inFormat(format), read)).toBe(read);
    }),
  );
});
