import { expect, test } from "vitest";
import { headline } from "../../src/cli/diff/wording.js";
import { diff } from "../../src/diff/diff.js";
import type { Report } from "../../src/diff/report.js";
import { compileText } from "./compile-text.js";

test("CMP-95: what was deprecated already is not advised to be deprecated", () => {
  const mark = "annotation Old = Deprecated()\n";
  const field = "\n    gone String?";
  const api = (routes: string, gone: string): string =>
    `${mark}struct S\n    a String${gone}\n${routes}route go(S, Void, Void)\n`;
  const removed = (deprecated: string, marks: string): readonly (string | undefined)[] =>
    compare(api(`route gone(Void, Void, Void)${deprecated}\n`, field + marks), api("", "")).findings.flatMap(
      ({ rule, help }) => (/^(?:route|field)-removed/.test(rule) ? [help] : []),
    );
  expect(removed("", "").map((help) => help?.toLowerCase().includes("mark it as deprecated"))).toEqual([true, true]);
  expect(removed(" deprecated", "\n        @Old")).toEqual([
    "Keep it until no client uses it any more.",
    "Keep it until no client calls it any more.",
  ]);
});

const places = { arg: "route go(S, Void, Void)\n", result: "route go(Void, S, Void)\n" };
const bothWays = { both: "route go(S, S, Void)\n" };
const struct = (field: string): string => `struct S\n    a ${field}\n`;

test.each<[string, string, string, object]>([
  ["items that become fewer", struct("List(String)"), struct("List(String, max_items=9)"), { arg: /handler/ }],
  ["items that become more", struct("List(String, max_items=9)"), struct("List(String)"), { result: /add a field/i }],
  [
    "another pattern",
    struct('String(pattern="a+")'),
    struct('String(pattern="b+")'),
    { arg: /handler/, result: /add/i },
  ],
  ["a tag of an open union", "union S\n    a\n", "union S\n    a\n    b\n", {}],
  ["a tag of a closed union", "union_closed S\n    a\n", "union_closed S\n    a\n    b\n", { result: /version/ }],
  ["a tag that is gone", "union S\n    a\n    b\n", "union S\n    a\n", { arg: /Keep accepting/ }],
  ["a union that becomes open", "union_closed S\n    a\n", "union S\n    a\n", { result: /Send no/ }],
])("CMP-95: the advice is about the direction that breaks: %s", (_, old, now, advised) => {
  const help = (routes: string): readonly (string | undefined)[] =>
    compare(old + routes, now + routes).findings.map((finding) => finding.help);
  const patterns = advised as Readonly<Record<string, RegExp>>;
  for (const [part, routes] of Object.entries(places)) {
    const [text] = help(routes);
    expect(text).toEqual(patterns[part] === undefined ? undefined : expect.stringMatching(patterns[part]));
    expect(text ?? "").not.toMatch(/compatible/);
  }
  const [both = ""] = help(bothWays.both);
  Object.values(patterns).forEach((pattern) => expect(both).toMatch(pattern));
});

test("CMP-90: the headline counts the routes that old clients know", () => {
  const route = (...names: string[]): string => names.map((name) => `route ${name}(Void, Void, Void)\n`).join("");
  const said = (old: string, now: string): string => headline(compare(old, now)).replace(/\..*/s, "");
  expect(said(route("a", "b"), route("c"))).toBe("2 breaking changes reach 2 of 2 routes; 1 source change");
  expect(said(route("a", "b"), route("a", "b:2"))).toBe("1 breaking change reaches 1 of 2 routes; 1 source change");
  expect(said(route("a", "b", "c"), "")).toBe("3 breaking changes reach 3 of 3 routes");
});

function compare(old: string, now: string): Report {
  return diff(compileText(old), compileText(now));
}
