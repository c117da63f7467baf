import { describe, expect, test } from "vitest";
import { backtracking, isHazardousAsWritten } from "../../src/patterns/hazard.js";
import { parsed } from "./parsed.js";
import { recordedPatterns } from "./recorded-patterns.js";
import { expectToEnd } from "../support/expect-to-end.js";

describe("a pattern with which the engine takes a time that grows with the text", () => {
  test.each(Object.values(recordedPatterns).flat())(
    "the engine takes a time that grows with the text for the recorded pattern $pattern",
    ({ pattern }) => {
      expect(backtracking(parsed(pattern))).toBe("linear");
    },
  );

  test.each([
    String.raw`[a-z]+@[a-z]+\.[a-z]{2,5}`,
    String.raw`\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?Z)?`,
    "[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}",
    String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}`,
    String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}`,
    String.raw`\w+(\s\w+)*`,
    String.raw`"(?:[^"\\]|\\.)*"`,
    String.raw`(?=.*[A-Z])(?=.*\d).{8,}`,
    "[A-Za-z0-9.-]*.[A-Za-z]{2,15}",
    "[a-z]{1,1000}",
    "[a-z]{1,65535}",
    "(.|\n|\r\n)",
    // Options of one character become one set, and then there is one way only.
    "(a|a)*b",
    String.raw`(\w|[a-z]|\d)*`,
    "(?:red|green|blue|reddish)(?:,(?:red|green|blue|reddish))*",
  ])("the engine takes a time that grows with the text for the pattern %j", (pattern) => {
    expect(backtracking(parsed(pattern))).toBe("linear");
  });
});

describe("a pattern for which there are texts that take far longer", () => {
  test.each([
    ["a repetition in a repetition", "(a+)+b"],
    ["the same with something optional between", String.raw`(\w+\s?)*$`],
    ["the same without a bound on the outside", "([a-z]+)*x"],
    ["the same with bounds", "(a{0,20}){0,20}b"],
    ["options that begin alike", "(a|aa)+$"],
    ["options that are alike", "(?:ab|ab)*c"],
    ["neighbours that share characters", ".*.*=.*"],
    ["neighbours further off", "(.*),(.*),(.*);"],
    ["what is optional many times", "(?:a?){30}"],
    ["nothing in many ways", "(?:|){30}a"],
    ["a look-ahead at every place", "(?:(?=.*x).)*y"],
    ["a reference to what could be any length", String.raw`(a*)\1`],
    ["a look-behind with many ways", "(?:(?<=(?:ab|ab){20}).)*"],
    ["turns that match nothing but must be taken", "(?:a?){4000000000}"],
  ])("there are texts for which a pattern takes far longer: %s: %s", (_, pattern) => {
    expect(backtracking(parsed(pattern))).toBe("hazardous");
  });
});

describe("a pattern as it is written", () => {
  test.each([
    ["options that are alike", "(a|a)*"],
    ["a set that contains another", "([a-z]|[a-c])*"],
    ["sets that overlap, in a longer pattern", String.raw`id:(\w|[a-f]|-)+(,id:(\w|[a-f]|-)+)*`],
    ["sets that overlap, before the end", String.raw`(.|\s)*x`],
    ["the same in a group that does not fail at once", String.raw`/(.|[\r\n])*|/(.|[\r\n])*x`],
    ["a negated set beside a character", "([^/]|b)*/"],
    ["letters that ignore case", "((?i:k)|K)*"],
    ["one after the other, with an option that never fails", "(?:(?:a|a)*b|(?:.|\n)*)"],
  ])("a pattern as it is written may take far longer for some texts: %s: %s", (_, pattern) => {
    expect(isHazardousAsWritten(parsed(pattern))).toBe(true);
  });

  test.each([
    ["options that do not overlap", "([a-z]|[0-9])*"],
    ["options that overlap once", "([a-z]|[a-c])"],
    ["overlapping options where nothing can fail", String.raw`(.|[\r\n])*`],
    ["the same after a beginning, with an end", String.raw`^(/(.|[\r\n])*|id:.*|(ns:[0-9]+(/.*)?))$`],
  ])("a pattern as it is written takes a time that grows with the text: %s: %s", (_, pattern) => {
    expect(isHazardousAsWritten(parsed(pattern))).toBe(false);
  });
});

describe("the analysis", () => {
  test.each([
    ["a?".repeat(3000)],
    ["(?:".repeat(300) + "a" + ")*".repeat(300)],
    ["[a-z]{1,300}".repeat(20)],
    [`(a)${Array.from({ length: 60 }, (_, index) => `(\\${index + 1}\\${index + 1})`).join("")}`],
    ["(?:a|b|c|d|e)?".repeat(500)],
    [".*a.{40}b"],
    ["(?:.|\n)?".repeat(600)],
    ["(?:(?:.|\n)*,)*".repeat(200)],
  ])("the analysis of patterns ends soon", (pattern) => {
    expectToEnd(() => backtracking(parsed(pattern)));
  });

  test("the analysis of patterns is confirmed by the engine", () => {
    const quick = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/u;
    expectToEnd(() => {
      expect(quick.test("a-".repeat(100_000))).toBe(false);
      expect(quick.test(`${"a.".repeat(100_000)}!`)).toBe(false);
    });
  });
});
