import { expect, test } from "vitest";
import { buildCodecModules } from "../../src/generator/package/print-emitted.js";
import { buildPackage } from "../../src/generator/package/package.js";
import { loadExecutableApis, proveReport } from "../../src/cli/diff/prove-report.js";
import { diff } from "../../src/diff/diff.js";
import { exchange } from "../../src/diff/proof/exchange.js";
import { Exchanges } from "../../src/diff/proof/exchanges.js";
import { isSameReading } from "../../src/diff/proof/readings.js";
import { Side } from "../../src/diff/pairing.js";
import type { Finding } from "../../src/diff/report.js";
import { Random } from "../../src/values/random.js";
import { Sampler } from "../../src/values/sampler.js";
import { checkedSource } from "../support/checked-sources.js";
import { compileText } from "./compile-text.js";

test("CMP-2: a message that its own side refuses is none: `other` in a request", async () => {
  const union = "union U\n    a\nroute ask(U, Void, Void)\nroute answer(Void, U, Void)\n";
  const [old, now] = [compileText(union), compileText(union.replace("union U", "union_closed U"))];
  const apis = await loadExecutableApis(old, now);
  const exchanges = new Exchanges(apis.old, apis.now);
  const outcomeOf = (route: string, part: "arg" | "result", json: object): unknown => {
    const found = exchanges.find(route, part);
    return found && exchange(part, json, found.writer, found.reader).kind;
  };
  expect(outcomeOf("n/ask", "arg", { ".tag": "other" })).toBe("no message");
  expect(outcomeOf("n/ask", "arg", { ".tag": "a" })).toBe("accepted");
  const exchanged = new Exchanges(apis.now, apis.old).find("n/answer", "result");
  expect(exchanged && exchange("result", { ".tag": "other" }, exchanged.writer, exchanged.reader).kind).toBe("refused");
});

test("CMP-4: readings are compared with defaults filled in, numbers by value, null apart from an empty struct", () => {
  const side = new Side(compileText("struct S\n    n Float64?\n    list List(E?)?\nstruct E\n    a String?\n"));
  const type = { side, type: { kind: "ref", namespace: "n", name: "S" } } as const;
  const isSame = (a: object, b: object): boolean => isSameReading(type, a, type, b);
  expect(isSame({ n: 1 }, { n: 1n })).toBe(true);
  expect(isSame({ n: -0 }, { n: 0 })).toBe(true);
  expect(isSame({ n: 0 }, {})).toBe(false);
  expect(isSame({ list: [null] }, { list: [{}] })).toBe(false);
  expect(isSame({ list: [{}] }, { list: [{ a: undefined }] })).toBe(true);
});

test("CMP-4: tags are part of what is read, and a default may be another one on each side", () => {
  const side = new Side(compileText("union U\n    a\n    b\n    s S\nstruct S\n    u U?\n"));
  const type = { side, type: { kind: "ref", namespace: "n", name: "U" } } as const;
  const isSame = (a: object, b: object): boolean => isSameReading(type, a, type, b);
  expect(isSame({ ".tag": "a" }, { ".tag": "b" })).toBe(false);
  expect(isSame({ ".tag": "s", u: { ".tag": "a" } }, { ".tag": "s", u: { ".tag": "b" } })).toBe(false);
  expect(isSame({ ".tag": "s", u: { ".tag": "new" } }, { ".tag": "s", u: { ".tag": "new" } })).toBe(true);
});

test("CMP-50: messages are written and read by the modules of the package", async () => {
  const api = compileText("struct S\n    a String(max_length=3)\nunion U\n    s S\nroute go(S, U, Void)\n");
  const options = { name: "n", version: "1.0.0", binding: {}, int64: "bigint" } as const;
  const { files: modules } = await buildCodecModules(api, options);
  const files = await buildPackage(api, { ...options, runtime: [], emitters: [] });
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  expect(modules.map(({ path }) => path)).toContain("dist/n/routes.js");
  expect(
    modules.filter(
      ({ path, text }) => checkedSource(texts.get(path) ?? "").replace("/* eslint-disable */\n", "") !== text,
    ),
  ).toEqual([]);
});

test("CMP-53: a message that is refused where no finding breaks contradicts the rules, also if another one does", async () => {
  const types = (type: string): string =>
    `alias A = ${type}\nstruct S\n    one ${type}\n    list List(T)\n    u U\nstruct T\n    two A\nunion U\n    a S2\n    b List(${type})\n` +
    `struct S2\n    three ${type}\nroute go(S, Void, Void)\n`;
  const [old, now] = [compileText(types("UInt32")), compileText(types("UInt32(max_value=9)"))];
  const report = diff(old, now);
  const explained = async (findings: readonly Finding[]): Promise<readonly string[]> => {
    const { contradictions } = await proveReport({ ...report, findings }, old, now, 60);
    return [...new Set(contradictions.map(({ refusal }) => refusal?.path ?? ""))].sort();
  };
  expect(report.findings.map(({ subject }) => subject)).toEqual(["n.A", "n.S.one", "n.S2.three", "n.U.b[]"]);
  expect(await explained(report.findings)).toEqual([]);
  const places = [["list[0].two"], ["one"], ["u.three"], ["u.b[0]"]];
  for (const [index, finding] of report.findings.entries()) {
    const others = report.findings.filter((other) => other !== finding);
    expect(await explained(others)).toEqual(places[index]);
  }
});

test("CMP-55: random messages have large integers, halves of characters, the key __proto__ and -0", () => {
  const side = new Side(
    compileText("struct S\n    i Int64\n    u UInt64\n    s String\n    m Map(String, String)\n    f Float64\n"),
  );
  const interests = { numbers: [], lengths: [], counts: [], texts: new Map<string, string[]>() };
  const sampler = new Sampler(side, new Random("seed"), interests);
  const values = Array.from({ length: 300 }, () => sampler.sample({ kind: "ref", namespace: "n", name: "S" })) as {
    readonly [field: string]: unknown;
    readonly m: object;
  }[];
  const has = (holds: (value: (typeof values)[number]) => boolean): boolean => values.some(holds);
  expect({
    minimum: has(({ i }) => i === -(2n ** 63n)),
    maximum: has(({ u }) => u === 2n ** 64n - 1n),
    inexact: has(({ i }) => i === 2n ** 53n + 1n),
    surrogate: has(({ s }) => String(s).includes("\ud800")),
    proto: has(({ m }) => Object.hasOwn(m, "__proto__")),
    negativeZero: has(({ f }) => Object.is(f, -0)),
  }).toEqual({ minimum: true, maximum: true, inexact: true, surrogate: true, proto: true, negativeZero: true });
});
