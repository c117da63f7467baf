import { describe, expect, test } from "vitest";
import { apiOf, filtered, problemsOf, routesOf } from "./filtering.js";

const api = apiOf(
  `namespace stone_cfg

import common

struct Route
    auth String = "user"
    cost Int64?
    ratio Float64 = 1
    preview Boolean = false
    level common.Level = low
    since common.Since?
    key Bytes?
`,
  `namespace common

union_closed Level
    low
    high

alias Since = Timestamp("%Y")
`,
  `namespace n

route a (Void, Void, Void)
    attrs
        cost = 1
        preview = true

route b (Void, Void, Void)
    attrs
        auth = "team"
        cost = 9223372036854775807
        level = high

route c (Void, Void, Void)
    attrs
        auth = "a \\"b\\""
        since = "2020"
        key = "k"
        ratio = 2.5
`,
);

function kept(filterByRouteAttr: string): string {
  return routesOf(filtered(api, { filterByRouteAttr }))
    .map((route) => route.replace("n.", ""))
    .join("");
}

function problems(filterByRouteAttr: string): string[] {
  return problemsOf(api, { filterByRouteAttr }).map((problem) => problem.replace("Filter by route attributes: ", ""));
}

describe("a filter by route attributes", () => {
  test.each([
    ['auth="team"', "b"],
    ['auth != "team"', "ac"],
    ["preview = true", "a"],
    ["cost = 1", "a"],
    ['auth = "team" or preview=true', "ab"],
    ['auth = "user" and preview = false', ""],
    ['(auth = "user")', "a"],
  ])("CLI-14: the filter %s keeps the routes that match", (expression, routes) => {
    expect(kept(expression)).toBe(routes);
  });

  test("CLI-14: 'and' in a filter binds tighter than 'or', parentheses tighter still", () => {
    expect(kept('auth = "team" or auth = "user" and preview = false')).toBe("b");
    expect(kept('(auth = "team" or auth = "user") and preview = false')).toBe("b");
    expect(kept('preview = true or auth = "team" and preview = true')).toBe("a");
    expect(kept('(preview = true or auth = "team") and preview = true')).toBe("a");
    expect(kept('preview = true and auth = "x" or auth = "team"')).toBe("b");
    expect(kept('preview = true and (auth = "x" or auth = "team")')).toBe("");
  });

  test("CLI-14: strings in a filter are compared as they stand between the quotes, escapes and all", () => {
    expect(kept(String.raw`auth = "a \"b\""`)).toBe("");
    expect(problems(String.raw`auth = "a \"b\""`)).toEqual([]);
  });

  test("CLI-15: an attribute that a route does not have counts as null in a filter, one of no schema too", () => {
    expect(kept("cost = null")).toBe("c");
    expect(kept("cost != null")).toBe("ab");
    expect(kept("nothing = null")).toBe("abc");
    expect(kept("constructor = null")).toBe("abc");
    expect(kept("nothing != 1")).toBe("abc");
  });

  test("CLI-15: numbers in a filter compare by value, also beyond 2^53", () => {
    expect(kept("cost = 1.0")).toBe("a");
    expect(kept("cost = 1e0")).toBe("a");
    expect(kept("cost = 9223372036854775807")).toBe("b");
    expect(kept("cost = 9223372036854775806")).toBe("");
    expect(kept("ratio = 2.5")).toBe("c");
    expect(kept("ratio = 1")).toBe("ab");
  });

  test("CLI-15: booleans in a filter equal 1 and 0", () => {
    expect(kept("preview = 1")).toBe("a");
    expect(kept("cost = true")).toBe("a");
    expect(kept('preview = "true"')).toBe("");
  });

  test("CLI-15: a tag, bytes and a timestamp equal no string in a filter", () => {
    expect(kept('level = "high"')).toBe("");
    expect(kept('level != "high"')).toBe("abc");
    expect(kept('since = "2020"')).toBe("");
    expect(kept('key = "k"')).toBe("");
    expect(kept("key != null and since != null")).toBe("c");
  });
});

describe("the syntax of a filter", () => {
  test("CLI-16: all lexical errors in a filter are listed, then the syntax error", () => {
    expect(problems("auth > 1 & cost\t= 1")).toEqual([
      "Column 6: unexpected character '>'.",
      "Column 10: unexpected character '&'.",
      "Column 16: unexpected tab.",
      "Column 8: expected '=' or '!=', found '1'.",
    ]);
  });

  test.each([
    ["", "Column 1: expected the name of an attribute or '(', found the end."],
    ["auth", "Column 5: expected '=' or '!=', found the end."],
    ["auth ==", "Column 7: expected true, false, null, a number or a string in double quotes, found '='."],
    ["auth = user", "Column 8: expected true, false, null, a number or a string in double quotes, found 'user'."],
    ["1 = auth", "Column 1: expected the name of an attribute or '(', found '1'."],
    ["not a = 1", "Column 5: expected '=' or '!=', found 'a'."],
    ["a = 1 AND b = 1", "Column 7: expected 'and', 'or' or the end, found 'AND'."],
    ["(a = 1", "Column 7: expected 'and', 'or' or ')', found the end."],
    ["a = 1)", "Column 6: expected 'and', 'or' or the end, found ')'."],
    ["a = 12abc", "Column 7: expected 'and', 'or' or the end, found 'abc'."],
    ["a = true-x", "Column 9: unexpected character '-'."],
    ['a = "open', "Column 5: this string is never closed."],
  ])("CLI-14: the filter %j is refused", (expression, problem) => {
    expect(problems(expression)[0]).toBe(problem);
  });

  test("a misspelt attribute in a filter is refused, although one that no schema defines counts as null (CLI-15)", () => {
    expect(problems('auht = "user" and missing = null')).toEqual([
      "No route attribute is named 'auht'. Did you mean 'auth'?",
    ]);
  });

  test("LEX-11, LEX-16: hyphens are part of names in a filter, and words may begin as literals do", () => {
    expect(problems("a-b = 1 and true_x = null and nullable = 1")).toEqual([]);
    expect(problems("and-so = 1 or orbit != null")).toEqual([]);
  });

  test("LEX-18, LEX-19: numbers in a filter are those of the language", () => {
    expect(problems("a = -1 or a = 007 or a = 1. or a = 1.5e-3 or a = 1e5")).toEqual([]);
    expect(problems("a = .5")).not.toEqual([]);
    expect(problems("a = +5")).not.toEqual([]);
  });
});
