import { expect, test } from "vitest";
import { diff } from "../../src/diff/diff.js";
import type { Finding, Report } from "../../src/diff/report.js";
import { toSeverity, verdict } from "../../src/diff/verdict.js";
import type { Api } from "../../src/ir/api.js";
import { compileText } from "./compile-text.js";

const takes = "route take(S, Void, Void)\n";
const gives = "route give(Void, S, Void)\n";

function compare(old: string, now: string): Report {
  return diff(compileText(old), compileText(now));
}

/** The only finding of a comparison. */
function only(old: string, now: string): Finding {
  const [finding, ...others] = compare(old, now).findings;
  if (finding === undefined || others.length > 0) {
    throw new Error(`There are ${finding === undefined ? 0 : others.length + 1} findings.`);
  }
  return finding;
}

test("CMP-1: a wire direction breaks, alters or is ok", () => {
  const verdictOf = (type: string): unknown =>
    only(`struct S\n    a ${type}\n${takes}`, `struct S\n    a UInt32 = 2\n${takes}`).verdict.request;
  expect(["UInt32 = 3", "UInt32?"].map(verdictOf)).toEqual(["alters", "alters"]);
  expect(
    only(`struct S\n    a UInt32\n${takes}`, `struct S\n    a UInt32(max_value=9)\n${takes}`).verdict.request,
  ).toBe("breaks");
});

test("CMP-3: what lenient readers ignore is ok: unknown fields, unknown tags of open unions, subtypes of open trees", () => {
  const old = `struct S\n    u U\n    t T\nunion U\n    a\nstruct T\n    union\n        l L\n    x String\nstruct L extends T\n    y String\n${gives}`;
  const now = `${old
    .replace("    u U\n", "    u U\n    more String\n")
    .replace("    a\n", "    a\n    b\n")
    .replace("        l L\n", "        l L\n        m M\n")}struct M extends T\n    z String\n`;
  expect(compare(old, now).findings.map(({ rule, verdict: { response } }) => [rule, response])).toEqual([
    ["field-added-required", "ok"],
    ["subtype-added", "ok"],
    ["tag-added", "ok"],
    ["type-added", "ok"],
  ]);
});

test("CMP-6, CMP-16, CMP-40, CMP-43: a type in an argument and in a result has one finding, with the worst of both", () => {
  const report = compare(
    `struct S\n    a String\n${takes}${gives}`,
    `struct S\n    a String\n    b String\n${takes}${gives}`,
  );
  expect(report.findings).toMatchObject([
    {
      verdict: { request: "breaks", response: "ok", caller: "breaks", server: "breaks" },
      affects: [
        { route: "n/give", part: "result", path: "result → S.b" },
        { route: "n/take", part: "arg", path: "arg → S.b" },
      ],
    },
  ]);
  expect(report.routes).toEqual([
    { route: "n/give", request: "ok", response: "ok", caller: "ok", server: "breaks" },
    { route: "n/take", request: "breaks", response: "ok", caller: "breaks", server: "ok" },
  ]);
});

test.each([
  ["B . . .", "breaking"],
  [". A B B", "altering"],
  [". . E .", "source"],
  [". . . B", "source"],
  [". . . .", "compatible"],
] as const)("CMP-8: the severity of %s is %s", (row, severity) => {
  expect(toSeverity(verdict(row))).toBe(severity);
});

test("CMP-11: a field that moves to a parent is the same field", () => {
  const old = `struct P\n    a String\nstruct S extends P\n    b String\n${takes}`;
  const now = `struct P\n    a String\n    b String\nstruct S extends P\n    "Empty."\n${takes}`;
  expect(compare(old, now).routes).toEqual([]);
});

test("CMP-12, CMP-41: a place with another type is compared field by field, and so is what that type refers to", () => {
  const types = "struct A\n    inner In\nstruct B\n    inner In2\nstruct In\n    x UInt32\nstruct In2\n    x UInt64\n";
  const { findings } = compare(`struct S\n    a A\n${types}${gives}`, `struct S\n    a B\n${types}${gives}`);
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
    ["range-widened n.In2.x", "breaking"],
    ["ref-changed n.B.inner", "compatible"],
    ["ref-changed n.S.a", "compatible"],
  ]);
});

test("CMP-12: if a field refers to another type, a field that only one of the types has is said to be gone or new there", () => {
  const types = `struct A\n    x String\nstruct B\n    y String?\n${gives}`;
  const { findings } = compare(`${types}struct S\n    a A\n`, `${types}struct S\n    a B\n`);
  expect(findings.slice(0, 2).map(({ message }) => message)).toEqual([
    "`n.A.x` is gone where `n.B` takes the place of `n.A`: old clients require it.",
    "`n.B.y` is a new optional field where `n.B` takes the place of `n.A`.",
  ]);
});

test("CMP-13: types that refer to each other are compared once", () => {
  const types = (type: string): string => `struct S\n    t T?\nstruct T\n    s S?\n    x ${type}\n${gives}`;
  expect(only(types("UInt32"), types("UInt64")).affects).toEqual([
    { route: "n/give", part: "result", path: "result → S.t → T.x" },
  ]);
});

test("CMP-17: a field that may have been renamed is named in the help; the verdict stays", () => {
  const { findings } = compare(`struct S\n    size UInt32\n${takes}`, `struct S\n    length UInt32\n${takes}`);
  expect(findings.map(({ rule, severity, help }) => [rule, severity, help?.split(",")[0]])).toEqual([
    ["field-added-required", "breaking", "If this is `size` under another name"],
    ["field-removed-required", "breaking", "If this is `length` under another name"],
  ]);
});

test("CMP-42: what no route reaches concerns only callers that import it", () => {
  expect(only("struct S\n    a UInt32\n", "struct S\n    a String\n").verdict).toEqual(verdict(". . B ."));
});

test("CMP-44: a route that is gone has one finding, and its types have none for it", () => {
  const { findings } = compare(`struct S\n    a UInt32\n${takes}`, "struct S\n    a UInt64\n");
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
    ["route-removed n/take", "breaking"],
    ["range-widened n.S.a", "compatible"],
  ]);
});

test("CMP-45: a change inside of a change is judged by itself", () => {
  const { findings } = compare(
    `struct S\n    list List(T)\nstruct T\n    a UInt32\n${gives}`,
    `struct S\n    list List(T?)\nstruct T\n    a UInt64\n${gives}`,
  );
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
    ["nullable-added n.S.list[]", "breaking"],
    ["range-widened n.T.a", "breaking"],
  ]);
});

test("CMP-77: `diff` of the library gives the report, without messages and without a side effect", () => {
  const [old, now] = [compileText(`struct S\n    a UInt32\n${takes}`), compileText(`struct S\n    a UInt64\n${takes}`)];
  const copies = structuredClone([old, now]);
  const { findings, ashlarDiff } = diff(old, now);
  expect({ ashlarDiff, proofs: findings.flatMap(({ proofs }) => proofs ?? []) }).toEqual({ ashlarDiff: 1, proofs: [] });
  expect([old, now]).toEqual(copies);
});

const refusals = "union Refusal\n    sold_out\n    closed\nunion Late\n    too_late\n";
const orders = "struct Order\n    id String\nstruct Receipt\n    number String\n";
const keep = "route keep (Order, Order, Refusal)\n";

test("CMP-12: a part of a route with another type is one finding of the route, and the types have not changed", () => {
  const both = `${refusals}${orders}${keep}`;
  const { findings, routes } = compare(
    `${both}route swap (Order, Order, Refusal)\n`,
    `${both}route swap (Receipt, Receipt, Late)\n`,
  );
  expect(findings.map(({ id, severity }) => [id, severity])).toEqual([
    ["ref-changed n/swap#arg", "breaking"],
    ["ref-changed n/swap#result", "breaking"],
    ["ref-changed n/swap#error", "source"],
  ]);
  expect(routes.map(({ route }) => route)).toEqual(["n/swap"]);
  expect(findings[1]).toMatchObject({
    message:
      '`n/swap#result` refers to another type ("n.Order" before, "n.Receipt" now): ' +
      "`result.id` is gone: old clients require it.",
    affects: [{ route: "n/swap", part: "result", path: "result → Order.id" }],
    differences: [
      { rule: "field-removed-required", path: "Order.id", response: "breaks" },
      { rule: "field-added-required", path: "Receipt.number", response: "ok" },
    ],
  });
});

test("CMP-12: a real removal is a finding besides that of a route which has another type", () => {
  const now = `${refusals}${orders.replace("    id String\n", "    note String\n")}${keep}`;
  const { findings } = compare(
    `${refusals}${orders}${keep}route swap (Void, List(Order), Void)\n`,
    `${now}route swap (Void, List(Receipt), Void)\n`,
  );
  expect(findings.filter(({ severity }) => severity === "breaking").map(({ id }) => id)).toEqual([
    "field-removed-required n.Order.id",
    "field-added-required n.Order.note",
    "ref-changed n/swap#result[]",
  ]);
});

test("a route without a style has the style `rpc`, and one without `auth` accepts credentials of any kind", () => {
  const rule = (old: string | undefined, now: string | undefined, fields = "auth String?"): unknown => {
    const api = (attribute: string | undefined): Api =>
      compileText(
        `route r (Void, Void, Void)\n${attribute === undefined ? "" : `    attrs\n        ${attribute}\n`}`,
        `namespace stone_cfg\nstruct Route\n    ${fields}\n`,
      );
    return diff(api(old), api(now)).findings.map((finding) => finding.rule);
  };
  expect(rule(undefined, 'style = "rpc"', "style String?")).toEqual([]);
  expect(rule(undefined, 'style = "upload"', "style String?")).toEqual(["style-changed"]);
  const auth = (way: string): string => `auth = "${way}"`;
  expect(rule(auth("user"), undefined)).toEqual(["auth-widened"]);
  expect(rule(undefined, auth("user"))).toEqual(["auth-narrowed"]);
  expect(rule(undefined, auth("noauth"))).toEqual(["auth-widened"]);
  expect(rule(auth("noauth"), undefined)).toEqual(["auth-narrowed"]);
  expect(rule(auth("app, user"), auth("user,app"))).toEqual(["attribute-changed"]);
});

test("a changed default of an attribute is one finding at the attribute, for all routes that use it", () => {
  const routes = "route a (Void, Void, Void)\nroute b (Void, Void, Void)\n";
  const own = 'route c (Void, Void, Void)\n    attrs\n        auth = "app"\n';
  const api = (fields: string): Api => compileText(`${routes}${own}`, `namespace stone_cfg\nstruct Route\n${fields}`);
  const [old, now, more] = [
    api('    auth String = "user"\n'),
    api('    auth String = "team"\n'),
    api('    auth String = "team"\n    log String = "all"\n'),
  ];
  expect(diff(old, now).findings).toMatchObject([
    { id: "auth-narrowed stone_cfg.Route.auth", affects: [{ route: "n/a" }, { route: "n/b" }] },
  ]);
  expect(diff(now, more).findings.map(({ id }) => id)).toEqual(["attribute-changed stone_cfg.Route.log"]);
});
