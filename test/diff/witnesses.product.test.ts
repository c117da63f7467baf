import { expect, test } from "vitest";
import { proveReport } from "../../src/cli/diff/prove-report.js";
import { diff } from "../../src/diff/diff.js";
import type { Proof } from "../../src/diff/report.js";
import { compileText } from "./compile-text.js";

test("CMP-51: `other` shows that a union was opened", async () => {
  const route = "route go(Void, Void, U)\n";
  expect(await prove(`union_closed U\n    a\n${route}`, `union U\n    a\n${route}`)).toMatchObject({
    "union-opened n.U": [{ status: "executed", json: '{".tag":"other"}' }],
  });
});

test("CMP-51: both readings show that a default is another tag", async () => {
  const api = (tag: string): string => `union U\n    a\n    b\nstruct S\n    u U = ${tag}\nroute go(S, S, Void)\n`;
  const readings = { writer: '{"u":{".tag":"a"}}', reader: '{"u":{".tag":"b"}}' };
  expect(await prove(api("a"), api("b"))).toMatchObject({
    "default-changed n.S.u": [
      { direction: "request", status: "executed", json: "{}", readings },
      { direction: "response", status: "executed", json: "{}" },
    ],
  });
});

test("CMP-51: each finding in a part has a message of its own", async () => {
  const old =
    "union_closed U\n    a\nstruct S\n    u U\n    list List(T)\nstruct T\n    size UInt32\n    gone String?\n";
  const now = "union_closed U\n    a\n    b\n    c\nstruct S\n    u U\n    list List(T)\nstruct T\n    size UInt64\n";
  const route = "route go(Void, S, Void)\nroute take(S, Void, Void)\n";
  expect(await prove(old + route, now + route)).toMatchObject({
    "tag-added n.U.b": [{ direction: "response", json: '{"u":{".tag":"b"},"list":[]}' }],
    "tag-added n.U.c": [{ direction: "response", json: '{"u":{".tag":"c"},"list":[]}' }],
    "range-widened n.T.size": [{ json: '{"u":{".tag":"a"},"list":[{"size":4294967296}]}' }],
    "field-removed-optional n.T.gone": [
      {
        direction: "request",
        json: '{"u":{".tag":"a"},"list":[{"size":0,"gone":""}]}',
        refusal: { path: "list[0].gone" },
      },
      { direction: "response", status: "lost" },
    ],
  });
});

test("CMP-51: a message has the optional fields whose absence would be refused for another finding", async () => {
  const route = "route go(S, Void, Void)\n";
  const old = `struct S\n    name String\n    price UInt32 = 1\n${route}`;
  const now = `struct S\n    name String\n    price UInt32\n    colour String\n${route}`;
  expect(await prove(old, now)).toMatchObject({
    "field-added-required n.S.colour": [{ json: '{"name":"","price":0}', refusal: { path: "colour" } }],
    "field-made-required n.S.price": [{ json: '{"name":""}', refusal: { path: "price" } }],
  });
});

test("CMP-51: a message leads through maps, variants and subtypes", async () => {
  const start = (size: string): string => `
struct Base
    union
        leaf Leaf
        other_leaf Base2
    name String
struct Leaf extends Base
    content Map(String, V)
struct Base2 extends Base
    "Another."
union V
    struct_value Inner
    text String
struct Inner
    size ${size}
route go(Base, Void, Void)
`;
  expect(await prove(start("UInt32"), start("UInt32(max_value=9)"))).toMatchObject({
    "range-narrowed n.Inner.size": [
      { json: '{".tag":"leaf","name":"","content":{"":{".tag":"struct_value","size":10}}}' },
    ],
  });
});

test("CMP-54: `uninhabited` is said of a place that no message reaches", async () => {
  const rest = "    again S\nroute go(S, Void, Void)\n";
  expect(await prove(`struct S\n    size UInt32\n${rest}`, `struct S\n    size UInt32(max_value=9)\n${rest}`)).toEqual({
    "range-narrowed n.S.size": [{ direction: "request", status: "uninhabited" }],
  });
});

test("CMP-52: limits of many items are tried in one list, and not in all lists that are inside each other", async () => {
  const rest =
    "    rows List(Row)\nstruct Row\n    cells List(Cell)\nstruct Cell\n    words List(String)\nroute go(Void, S, Void)\n";
  const [old, now] = [`struct S\n    list List(T)?\n${rest}`, `struct S\n    list List(T, max_items=400)?\n${rest}`];
  const t = "struct T\n    a String\n    s List(S)\n";
  expect(await prove(now + t, old + t)).toMatchObject({
    "items-widened n.S.list": [{ refusal: { message: expect.stringContaining("401") } }],
  });
});

test("CMP-51: a list or a text is as long as it must be to show a limit", async () => {
  const api = (count: number): string => `
struct Entry
    path String(min_length=1)
    text String(max_length=${count})
struct Args
    entries List(Entry, max_items=${count})
route go(Args, Void, Void)
`;
  const { "items-narrowed n.Args.entries": items, "length-narrowed n.Entry.text": length } = await prove(
    api(3000),
    api(2000),
  );
  const [{ json: many = "" } = {}] = items ?? [];
  const { entries } = JSON.parse(many) as { readonly entries: readonly object[] };
  expect(entries).toHaveLength(2001);
  expect(new Set(entries.map((entry) => JSON.stringify(entry)))).toEqual(new Set(['{"path":"a","text":""}']));
  const [{ json = "" } = {}] = length ?? [];
  expect(JSON.parse(json)).toEqual({ entries: [{ path: "a", text: "a".repeat(2001) }] });
});

test("CMP-54: `described` is said of limits beyond 10,000, unless something short shows them", async () => {
  const api = (limits: string): string => `
struct S
    list List(UInt32, ${limits.replaceAll("length", "items")})
struct T
    text String(${limits})
route put(S, Void, Void)
route say(T, Void, Void)
`;
  const described = [{ direction: "request", status: "described" }];
  expect(await prove(api("max_length=90000"), api("max_length=20000"))).toEqual({
    "items-narrowed n.S.list": described,
    "length-narrowed n.T.text": described,
  });
  expect(await prove(api("max_length=90000"), api("min_length=50, max_length=90000"))).toMatchObject({
    "items-narrowed n.S.list": [{ status: "executed", refusal: { path: "list" } }],
    "length-narrowed n.T.text": [{ status: "executed", refusal: { path: "text" } }],
  });
});

/** The ids of the findings with an effect on messages, and what shows it. */
async function prove(old: string, now: string): Promise<Readonly<Record<string, readonly Proof[]>>> {
  const [before, after] = [compileText(old), compileText(now)];
  const { report, contradictions } = await proveReport(diff(before, after), before, after, 50);
  expect(contradictions).toEqual([]);
  return Object.fromEntries(report.findings.flatMap(({ id, proofs }) => (proofs === undefined ? [] : [[id, proofs]])));
}
