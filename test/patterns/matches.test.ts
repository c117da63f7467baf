import { describe, expect, test } from "vitest";
import { matchStart, matchesAtStart } from "../../src/patterns/match.js";
import { parsed } from "./parsed.js";
import { recordedPatterns } from "./recorded-patterns.js";

describe("TYPE-8 a pattern matches at the start of a default, and the end is free", () => {
  test.each(Object.values(recordedPatterns).flat())(
    "TYPE-8: the pattern $pattern matches at the start of a default, and the end is free",
    ({ pattern, whole, start, never }) => {
      const matching = [...whole, ...start, ...never].filter((text) => matchesAtStart(parsed(pattern), text));
      expect(matching).toEqual([...whole, ...start]);
    },
  );

  test("TYPE-8: a pattern matches at the start of a default also with what no JavaScript expression can do", () => {
    expect(matchesAtStart(parsed("(?i)ok"), "OKAY")).toBe(true);
    expect(matchesAtStart(parsed("(?:(a)|b)*(?(1)c)"), "abc")).toBe(true);
    expect(matchesAtStart(parsed("(?:(a)|b){2}(?(1)c|d)"), "bbc")).toBe(false);
    expect(matchesAtStart(parsed(String.raw`(a)?\1b`), "b")).toBe(false);
    expect(matchesAtStart(parsed(String.raw`(?i:(é)\1)`), "éÉ")).toBe(true);
  });

  test("TYPE-8: a pattern counts as matching where it would take too long to find out", () => {
    expect(matchesAtStart(parsed("(a+)+b"), "a".repeat(20))).toBe(true);
    expect(matchesAtStart(parsed("(?:a?){4000000000}b"), "c")).toBe(true);
    expect(matchesAtStart(parsed("(?:ab)*c"), "ab".repeat(100_000))).toBe(true);
  });
});

describe("matchStart", () => {
  test("matchStart gives the groups as Python leaves them", () => {
    expect(matchStart(parsed("(?:(a)|b)*"), "abc")).toEqual({ length: 2, groups: ["ab", "a"] });
    expect(matchStart(parsed("(a*)*"), "b")).toEqual({ length: 0, groups: ["", ""] });
    expect(matchStart(parsed("(😀)(b)?"), "😀c")).toEqual({ length: 1, groups: ["😀", "😀", undefined] });
  });
});
