import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPattern } from "./arbitrary-pattern.js";
import { checkRefusal, redactorForm, runtimeForm } from "../../src/patterns/runtime-form.js";

describe("what a generated package needs for a pattern", () => {
  test("what a generated package needs for a pattern is nothing for an empty one, which is no pattern (EMPTY_PATTERN)", () => {
    expect(runtimeForm("")).toEqual({ kind: "none" });
  });

  test("what a generated package needs for a pattern is a regular expression for most", () => {
    expect(runtimeForm("[a-z]+")).toEqual({ kind: "regexp", source: "^[a-z]+$" });
  });

  test("what a generated package needs for a pattern is a program where a regular expression could take far too long", () => {
    expect(runtimeForm("(a+)+b")).toEqual({ kind: "linear", program: ["a", [0, 2], [0, 3], "b"] });
  });

  test.each([
    ["(", "the group is never closed", 0],
    ["(?i)a", "flags for the whole pattern fail at run time; write (?i:…) instead of (?i)", 0],
    [String.raw`b(a*)\1`, "matching can take exponential time, and the reference rules out a linear algorithm", 5],
  ])("what a generated package needs for a pattern cannot be had for %s", (source, problem, index) => {
    expect(runtimeForm(source)).toEqual({ kind: "refused", problem, index });
    expect(checkRefusal(source)).toEqual({ kind: "refused", problem, index });
  });

  test("what a generated package needs for a pattern is refused by a check of the specification if, and only if, it cannot be had", () => {
    fc.assert(
      fc.property(anyPattern, (source) => {
        const form = runtimeForm(source);
        expect(checkRefusal(source)).toEqual(form.kind === "refused" ? form : undefined);
      }),
    );
  });
});

describe("what a generated package needs for a redactor", () => {
  test("what a generated package needs for a redactor is a regular expression with Python's groups", () => {
    expect(redactorForm("^(..).*(..)$")).toEqual({
      kind: "regexp",
      source: String.raw`^([^\n][^\n])[^\n]*([^\n][^\n])(?=\n?$)`,
    });
  });

  test("what a generated package needs for a redactor cannot be had where the ways through the expression double again and again", () => {
    expect(redactorForm("(.*)@(.*)")).toMatchObject({ kind: "regexp" });
    expect(redactorForm("(a+)+b")).toMatchObject({ kind: "refused" });
    expect(redactorForm("(a|aa)+$")).toMatchObject({ kind: "refused" });
    expect(redactorForm("(\\w+\\s?)*$")).toMatchObject({ kind: "refused" });
  });

  test.each([
    ["[", "the set is never closed", 0],
    ["(a)++", "an atomic group would change the numbers of the capturing groups", 3],
  ])("what a generated package needs for a redactor cannot be had for %s", (source, problem, index) => {
    expect(redactorForm(source)).toEqual({ kind: "refused", problem, index });
  });
});
