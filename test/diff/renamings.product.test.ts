import { describe, expect, test } from "vitest";
import { proveReport } from "../../src/cli/diff/prove-report.js";
import { diff } from "../../src/diff/diff.js";
import type { Api } from "../../src/ir/api.js";
import { compileText } from "./compile-text.js";

const other = "namespace m\nstruct Other\n    x String\n";

test("CMP-14: a namespace with another name is one finding, with its types, aliases and routes", async () => {
  const space = (name: string, more = ""): string => `namespace ${name}
alias Id = String(max_length=40)
struct File
    id Id
    parent Folder?
struct Folder
    files List(File)
    kind Kind
${more}
union Kind
    plain
    shared File
route get(File, Folder, Kind)
route list(Void, List(Folder), Void)
`;
  const use = (name: string): string =>
    `import ${name}\nstruct Use\n    file ${name}.File\nroute run(Use, Use, Void)\n`;
  const [old, now] = [compileText(use("files"), space("files")), compileText(use("storage"), space("storage"))];
  const found = await findings(old, now);
  expect(found).toMatchObject([
    {
      id: "namespace-renamed files",
      verdict: { request: "breaks", response: "ok", caller: "breaks", server: "breaks" },
      detail: { from: "files", to: "storage" },
      affects: [{ route: "files/get" }, { route: "files/list" }],
    },
  ]);
  expect(found[0]?.message).toContain('("files" before, "storage" now)');
  expect(found[0]?.help).toContain("Keep the old namespace");
  const changed = compileText(use("storage"), space("storage", "    size UInt64"));
  expect((await findings(old, changed)).map(({ id }) => id)).toEqual([
    "namespace-renamed files",
    "field-added-required storage.Folder.size",
  ]);
});

test("CMP-14: types that refer to moved types, and to each other, are moved as well", async () => {
  const types =
    "struct A\n    b List(B)\n    c C\nstruct B\n    a A?\n    x UInt32\nstruct C\n    y Int64\n    again C?\n";
  const use = (type: string): string => `struct Use\n    a ${type}\nroute run(Use, Use, Void)\n`;
  const old = compileText(use("A") + types, other);
  const now = compileText(`import m\n${use("m.A")}`, other + types);
  expect((await findings(old, now)).map(({ id }) => id)).toEqual([
    "type-moved n.A",
    "type-moved n.B",
    "type-moved n.C",
  ]);
  const renamed = compileText(use("A") + types.replaceAll("B", "D"), other);
  expect((await findings(old, renamed)).map(({ id }) => id)).toEqual(["type-renamed n.B"]);
});

test("a route with another name is one finding", async () => {
  const api = (...names: string[]): Api =>
    compileText(`struct S\n    x String\n${names.map((name) => `route ${name}(S, S, Void)\n`).join("")}`);
  expect(await findings(api("keep", "copy"), api("keep", "duplicate"))).toMatchObject([
    {
      id: "route-renamed n/copy",
      verdict: { request: "breaks", response: "ok", caller: "breaks", server: "breaks" },
      detail: { from: "n/copy", to: "n/duplicate" },
      help: "Keep the old name, `deprecated by` the new one, until no client calls it any more.",
      affects: [{ route: "n/copy", part: "route" }],
    },
  ]);
  // Which of them has become which is not known.
  const several = await findings(api("a", "b"), api("c", "d"));
  expect(several.map(({ rule }) => rule).sort()).toEqual([
    "route-added",
    "route-added",
    "route-removed",
    "route-removed",
  ]);
});

test("a field with another name is one finding, with a message for each direction", async () => {
  const api = (field: string): Api =>
    compileText(
      `struct S\n    id String\n    ${field}\n    z Boolean\nroute take(S, Void, Void)\nroute give(Void, S, Void)\n`,
    );
  expect(await findings(api("size UInt64"), api("bytes UInt64"))).toMatchObject([
    {
      id: "field-renamed n.S.size",
      verdict: { request: "breaks", response: "breaks", caller: "breaks", server: "breaks" },
      detail: { from: "n.S.size", to: "n.S.bytes" },
      proofs: [
        { direction: "request", status: "executed", json: '{"id":"","size":0,"z":true}' },
        { direction: "response", status: "executed", json: '{"id":"","bytes":0,"z":true}', refusal: { path: "size" } },
      ],
    },
  ]);
  expect(await findings(api("size UInt64?"), api("bytes UInt64?"))).toMatchObject([
    { id: "field-renamed n.S.size", verdict: { request: "breaks", response: "alters" } },
  ]);
});

test("CMP-14: a tag with another name is one finding, with the message that is refused", async () => {
  const api = (kind: string, tag: string): Api =>
    compileText(`${kind} U\n    first\n    ${tag}\n    last\nroute take(U, Void, Void)\nroute give(Void, U, Void)\n`);
  expect(await findings(api("union", "grey String"), api("union", "gray String"))).toMatchObject([
    {
      id: "tag-renamed n.U.grey",
      verdict: { request: "breaks", response: "ok", caller: "breaks", server: "breaks" },
      detail: { from: "n.U.grey", to: "n.U.gray" },
      proofs: [{ direction: "request", status: "executed", json: '{".tag":"grey","grey":""}' }],
    },
  ]);
  expect(await findings(api("union_closed", "grey"), api("union_closed", "gray"))).toMatchObject([
    { id: "tag-renamed n.U.grey", verdict: { request: "breaks", response: "breaks" } },
  ]);
  const moved = await findings(
    compileText("union U\n    a\n    b\nroute r(U, U, Void)\n"),
    compileText("union U\n    c\n    a\nroute r(U, U, Void)\n"),
  );
  expect(moved.map(({ rule }) => rule)).toEqual(["tag-removed", "tag-added"]);
});

test("CMP-14: a field and a tag whose type has another name, too, may have another name themselves", () => {
  const api = (type: string, field: string, tag: string): Api =>
    compileText(
      `struct ${type}\n    x String\nstruct S\n    id String\n    ${field} ${type}?\nunion U\n    first\n    ${tag} ${type}\nroute r(S, U, Void)\n`,
    );
  expect(
    diff(api("T", "a", "b"), api("V", "c", "d"))
      .findings.map(({ id }) => id)
      .sort(),
  ).toEqual(["field-renamed n.S.a", "tag-renamed n.U.b", "type-renamed n.T"]);
});

test("CMP-14: a field is judged by the definition that declares it, so that it is never gone and renamed at once", () => {
  const api = (a: string, c: string): Api =>
    compileText(
      `struct A\n    ${a} String\n    b Int32\nstruct B extends A\n    ${c} Boolean\n    d Float64\nroute give(Void, B, Void)\n`,
    );
  expect(diff(api("a", "c"), api("a2", "c2")).findings.map(({ id }) => id)).toEqual([
    "field-renamed n.A.a",
    "field-renamed n.B.c",
  ]);
  const only = (name: string): Api =>
    compileText(`struct A\n    ${name} String\nstruct B extends A\n    d Float64\nroute give(Void, B, Void)\n`);
  expect(diff(only("a"), only("a2")).findings.map(({ rule }) => rule)).toEqual([
    "field-removed-required",
    "field-added-required",
  ]);
});

test("CMP-14: members with the same documentation are the same, also several and the only one of a definition", () => {
  const api = (a: string, b: string, tag: string): Api =>
    compileText(
      `struct S\n    ${a} String\n        "In front."\n    ${b} String\n        "Behind."\nunion Base\n    one\nunion U extends Base\n    ${tag}\n        "There is none."\nroute r(S, Void, U)\n`,
    );
  const ids = (old: Api, now: Api): string[] => diff(old, now).findings.map(({ id }) => id);
  expect(ids(api("a", "b", "none"), api("c", "d", "nothing")).sort()).toEqual([
    "field-renamed n.S.a",
    "field-renamed n.S.b",
    "tag-renamed n.U.none",
  ]);
  const alike = (a: string, b: string): Api =>
    compileText(
      `struct S\n    ${a} String\n        "A name."\n    ${b} String\n        "A name."\n    c String\nroute r(S, Void, Void)\n`,
    );
  expect(ids(alike("a", "b"), alike("d", "e")).filter((id) => id.includes("renamed"))).toEqual([]);
});

test("CMP-7: exchanging the sides exchanges the verdicts of what has another name", () => {
  const api = (field: string, route: string): Api =>
    compileText(
      `struct S\n    id String\n    ${field} String?\nroute ${route}(S, S, Void)\nroute keep(Void, S, Void)\n`,
    );
  const report = diff(api("a", "one"), api("b", "two"), { bothWays: true });
  expect(report.findings.map(({ id, back }) => [id, back])).toEqual([
    ["route-renamed n/one", { request: "breaks", response: "ok" }],
    ["field-renamed n.S.a", { request: "ok", response: "alters" }],
  ]);
});

test("CMP-17: a field of the same type at another place, or with another annotation, only may have another name", async () => {
  const api = (fields: string): Api => compileText(`struct S\n${fields}route take(S, Void, Void)\n`);
  const found = await findings(api("    a String?\n    b UInt32\n"), api("    b UInt32\n    c String?\n"));
  expect(found.map(({ rule }) => rule)).toEqual(["field-removed-optional", "field-added-optional"]);
  expect(found[0]?.help).toMatch(/^If this is `c` under another name/);
});

/** What is found, with messages that contradict nothing. */
async function findings(old: Api, now: Api): Promise<ReturnType<typeof diff>["findings"]> {
  const { report, contradictions } = await proveReport(diff(old, now), old, now, 50);
  expect(contradictions).toEqual([]);
  return report.findings;
}

describe("CMP-66: a new route with the method of another route", () => {
  const types = "struct S\n    x String\n";
  const old = compileText(`${types}route copy_to(S, Void, Void)\n`);

  test.each([
    [
      "is said to take it where that route is gone",
      compileText(`${types}route copy/to(S, S, Void)\n`),
      "route-removed n/copy_to",
    ],
    [
      "is said to take it where both exist",
      compileText(`${types}route copy_to(S, Void, Void)\nroute copy/to(S, Void, Void)\n`),
      undefined,
    ],
  ])("CMP-66: a new route with the method of another route %s", (_, now, removed) => {
    const found = diff(old, now, { version: "1.0.0" });
    expect(found.findings.map(({ id }) => id)).toEqual([
      ...(removed === undefined ? [] : [removed]),
      "method-taken n/copy/to",
      "route-added n/copy/to",
    ]);
    expect(found.findings.find(({ rule }) => rule === "method-taken")).toMatchObject({
      verdict: { request: "ok", response: "ok", caller: "breaks", server: "breaks" },
      detail: { from: "n/copy_to", to: "n/copy/to" },
      message: expect.stringMatching(/old code compiles, and calls this route instead\.$/) as string,
    });
    expect(found.summary.semver).toBe("major");
  });

  test("CMP-66: a new route with the method of another route takes nothing where the configuration names one of them", () => {
    const both = compileText(`${types}route copy_to(S, Void, Void)\nroute copy/to(S, Void, Void)\n`);
    const { findings: found } = diff(old, both, { names: { routes: { "n/copy/to": "copyInto" } } });
    expect(found.map(({ id }) => id)).toEqual(["route-added n/copy/to"]);
  });

  test("CMP-66: a route that takes the method of another one of equal types has only got another name, unnoticed by code", () => {
    const { findings: found } = diff(old, compileText(`${types}route copy/to(S, Void, Void)\n`));
    expect(found).toMatchObject([
      { id: "route-renamed n/copy_to", verdict: { request: "breaks", response: "ok", caller: "ok", server: "ok" } },
    ]);
  });
});
