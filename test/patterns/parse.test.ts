import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isProblem, parsePattern } from "../../src/patterns/parse.js";
import { anyPattern } from "./arbitrary-pattern.js";
import { invalidPatterns } from "./invalid-patterns.js";
import { parsed } from "./parsed.js";
import { recordedPatterns } from "./recorded-patterns.js";
import { validPatterns } from "./valid-patterns.js";

describe("TYPE-7 a pattern is a regular expression of Python's dialect", () => {
  test.each(validPatterns)("TYPE-7: %j is a regular expression of Python's dialect", (source) => {
    expect(parsePattern(source)).not.toHaveProperty("problem");
  });

  test.each(invalidPatterns)(
    "TYPE-7: %j is no regular expression of Python's dialect: offset %i, %s",
    (source, index, problem) => {
      expect(parsePattern(source)).toEqual({ problem, index });
    },
  );

  test.each(Object.values(recordedPatterns).flat())(
    "TYPE-7: the recorded pattern $pattern is a regular expression of Python's dialect",
    ({ pattern }) => {
      expect(parsePattern(pattern)).not.toHaveProperty("problem");
    },
  );
});

describe("the tree of a pattern", () => {
  test("the tree of a pattern numbers the groups that capture, and knows their names", () => {
    const { groupCount, groupNames } = parsed("(a)(?:b)(?P<year>c)((?P<day>d))");
    expect(groupCount).toBe(4);
    expect([...groupNames]).toEqual([
      ["year", 2],
      ["day", 4],
    ]);
  });

  test("the tree of a pattern has no trace of comments, flags, and white space with the flag x", () => {
    expect(parsed("(?x) a b # c\n (?#d) c")).toMatchObject({ body: parsed("abc").body, globalFlagsAt: 0 });
    expect(parsed("(?s:.)").body).toEqual(parsed("(?s).").body);
    expect(parsed("(?i:k)").body).toEqual(parsed("[kK\u212a]").body);
  });

  test("the tree of a pattern is not deeper than Python's own could be", () => {
    expect(parsePattern(`${"(".repeat(399)}a${")".repeat(399)}`)).not.toHaveProperty("problem");
    expect(parsePattern("(".repeat(100_000))).toMatchObject({ problem: "the groups are nested too deeply" });
  });
});

describe("parsePattern", () => {
  test("parsePattern reports every error at an offset in the text or at its end", () => {
    const piece = fc.constantFrom(
      ..."ab01,-:=!<>?*+|^$.()[]{}\\PiLx#nkNU \n".split(""),
      "(?",
      "(?P<",
      "[^",
      "😀",
      "\ud83d",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (source) => {
        const result = parsePattern(source);
        if (isProblem(result)) {
          expect(result.index).toBeGreaterThanOrEqual(0);
          expect(result.index).toBeLessThanOrEqual(source.length);
          expect(result.problem).not.toBe("");
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("parsePattern takes a long pattern in its stride", () => {
    for (const source of [
      "a".repeat(100_000),
      "a|".repeat(100_000),
      `[${"ab".repeat(100_000)}]`,
      "(a)".repeat(30_000),
    ]) {
      expect(parsePattern(source)).not.toHaveProperty("problem");
    }
  });

  test("parsePattern accepts every pattern as part of another pattern", () => {
    fc.assert(
      fc.property(anyPattern, (source) => {
        expect(isProblem(parsePattern(`x(?:${source})`))).toBe(isProblem(parsePattern(source)));
      }),
    );
  });
});
