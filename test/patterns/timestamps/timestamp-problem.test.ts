import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timestampProblem } from "../../../src/patterns/timestamps/timestamp-problem.js";
import { recordedTimestamps } from "./recorded-timestamps.js";
import { expectToEnd } from "../../support/expect-to-end.js";

describe("TYPE-9 a timestamp is what Python's strptime reads", () => {
  test.each(recordedTimestamps)(
    "TYPE-9: a timestamp with the format %j is what Python's strptime reads",
    (format, good, bad) => {
      expect([...good, ...bad].filter((text) => timestampProblem(format, text) === undefined)).toEqual(good);
    },
  );
});

describe("the reason why a text is no timestamp", () => {
  test.each([
    ["%Y-%m-%d", "12 May", "'12 May' does not match the format %Y-%m-%d"],
    ["%Y-%m-%d", "2015-02-30", "'2015-02-30' is a day that does not exist"],
    ["%H:%M:%S", "10:20:60", "'10:20:60' has the second 60, but 59 is the last one"],
    ["%z", "+25:00", "'+25:00' has the zone +25:00, which is out of range"],
    ["%z", "+01:0030", "'+01:0030' has the zone +01:0030 with only one colon"],
    ["%G", "2015", "'2015' has an ISO year (%G), which requires an ISO week (%V) and a weekday"],
    ["%V", "20", "'20' has an ISO week (%V), which requires an ISO year (%G) and a weekday"],
    ["%Y %V %u", "2015 20 2", "'2015 20 2' has an ISO week (%V), which requires an ISO year (%G), not a year"],
    [
      "%G %V %u %j",
      "2015 20 2 9",
      "'2015 20 2 9' has an ISO year (%G), which cannot be combined with a day of the year (%j)",
    ],
    ["%Y-%Q", "2015-1", "the format '%Y-%Q' has the unknown directive %Q"],
    ["%Y %", "2015 ", "the format '%Y %' ends with a single %"],
    ["%d %d", "1 1", "the format '%d %d' repeats a directive"],
  ])("the reason why a text is no timestamp is stated: %s, %s", (format, text, problem) => {
    expect(timestampProblem(format, text)).toBe(problem);
  });
});

describe("timestampProblem", () => {
  test("timestampProblem accepts what its own format prints of any day", () => {
    const date = fc.date({
      min: new Date("1000-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (value) => {
        expect(timestampProblem("%Y-%m-%dT%H:%M:%S.%fZ", value.toISOString())).toBeUndefined();
      }),
    );
  });

  test("timestampProblem has an answer for any format and text", () => {
    const directive = fc.constantFrom(..."aAbBcdfGHIjmMpSuUVwWxXyYzZ%".split("")).map((letter) => `%${letter}`);
    const format = fc.array(fc.oneof(directive, fc.string({ unit: "binary", maxLength: 2 })), { maxLength: 8 });
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[0-9 :+-]*$/));
    fc.assert(
      fc.property(format, text, (pieces, value) => {
        expect(typeof timestampProblem(pieces.join(""), value)).toMatch(/string|undefined/);
      }),
      { numRuns: 1000 },
    );
  });

  test("timestampProblem takes little time for long texts and formats", () => {
    expectToEnd(() => {
      timestampProblem("%d%m%y%H%M%S%f%j", "1".repeat(100_000));
      timestampProblem("x".repeat(10_000), "x".repeat(10_000));
      timestampProblem(" ".repeat(10_000), " ".repeat(10_000));
    });
  });
});
