import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { generatePackage } from "../src/project/generate/generate-package.js";
import { writeFolder } from "../src/project/output/output-folder.js";
import { compile } from "../src/compiler/compile.js";
import { toJson } from "../src/ir/json.js";
import { Lookup } from "../src/ir/walk.js";
import type { SourceFile } from "../src/text/source.js";

/** `count` pieces of text, one after the other. */
function many(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join("");
}

function one(text: string): SourceFile[] {
  return [{ path: "a.stone", text: `namespace a\n\n${text}` }];
}

const files = (count: number, text: (index: number) => string): SourceFile[] =>
  Array.from({ length: count }, (_, index) => ({ path: `f${index}.stone`, text: text(index) }));

/** A decoder of a generated package. */
type Decode = (json: unknown) => unknown;

/** Each is one package, for shapes that have something in common. */
const scale: readonly (readonly [name: string, specs: readonly SourceFile[], Readonly<Record<string, unknown>>])[] = [
  [
    "structs of 200 fields, also with a tag of 200 as their default, and unions of 500 tags",
    one(
      `struct S\n${many(200, (index) => `    f${index} String?\n        "Field ${index}."\n`)}` +
        `union U\n${many(500, (index) => `    t${index}\n`)}` +
        many(500, (index) => `struct S${index}\n    f String\n\n`) +
        `union V\n${many(500, (index) => `    t${index} S${index}\n`)}` +
        `struct D\n${many(200, (index) => `    f${index} U = t${index}\n`)}`,
    ),
    { decodeS: { f199: "last" }, decodeU: { ".tag": "t499" }, decodeV: { ".tag": "t499", f: "last" }, decodeD: {} },
  ],
  [
    "a struct with 200 subtypes, and 50 structs and 50 unions that extend each other",
    one(
      `struct B\n    union\n${many(200, (index) => `        t${index} B${index}\n`)}    b String\n\n${many(200, (index) => `struct B${index} extends B\n    f String\n\n`)}` +
        `struct S0\n    f0 String\n\n${many(50, (index) => `struct S${index + 1} extends S${index}\n    f${index + 1} String?\n\n`)}` +
        `union U0\n    t0\n\n${many(50, (index) => `union U${index + 1} extends U${index}\n    t${index + 1}\n\n`)}`,
    ),
    {
      decodeB: { ".tag": "t199", b: "b", f: "f" },
      decodeS50: { f0: "first", f50: "last" },
      decodeU50: { ".tag": "t0" },
    },
  ],
  [
    "500 aliases of the one before and of the next one, 500 closed unions in each other, and 300 structs in a ring",
    one(
      `alias A0 = String\n${many(500, (index) => `alias A${index + 1} = A${index}\n`)}` +
        `${many(500, (index) => `alias B${index} = B${index + 1}\n`)}alias B500 = String\nstruct S\n    f A500\n    g B0\n` +
        `${many(500, (index) => `union_closed U${index}\n    a U${index + 1}\n\n`)}union_closed U500\n    s String\n` +
        many(300, (index) => `struct R${index}\n    f R${(index + 1) % 300}?\n\n`),
    ),
    {
      decodeS: { f: "text", g: "text" },
      decodeU499: { ".tag": "a", a: { ".tag": "s", s: "text" } },
      decodeR299: { f: { f: {} } },
    },
  ],
  [
    "40 closed unions, each twice in the one before, and 40 structs, each three times: more ways than anybody could go",
    one(
      `${many(40, (index) => `union_closed U${index}\n    a U${index + 1}\n    b U${index + 1}\n\n`)}union_closed U40\n    s String\n` +
        `${many(40, (index) => `struct S${index}\n    a S${index + 1}?\n    b List(S${index + 1})\n    c Map(String, S${index + 1})?\n\n`)}struct S40\n    d UInt32 = 2\n`,
    ),
    { decodeU39: { ".tag": "b", b: { ".tag": "s", s: "text" } }, decodeS39: { b: [{ d: 3 }] } },
  ],
  [
    "documentation of 100,000 letters in words, in one word, in spaces, and in what comments cannot hold; long names and patterns",
    one(
      `struct S\n    "${"Words with :type:`S` and  two spaces. ".repeat(2700)}"\n    f String\n` +
        `struct T\n    "${"x".repeat(100_000)}"\n    f String(pattern="${"a".repeat(1000)}")\n` +
        `struct U\n    "x${" ".repeat(100_000)}y"\n    f String\n` +
        `struct V\n    "${"*/ @x {".repeat(10_000)}"\n    f W${"w".repeat(40_000)}\n` +
        `struct W${"w".repeat(40_000)}\n    ${"f".repeat(40_000)} String\n\nroute ${"r".repeat(40_000)} (S, T, Void)\n`,
    ),
    {
      decodeS: { f: "text" },
      decodeT: { f: "a".repeat(1000) },
      decodeU: { f: "text" },
      decodeV: { f: { ["f".repeat(40_000)]: "text" } },
    },
  ],
  [
    "200 routes and 500 files of one namespace",
    [
      ...files(500, (index) => `namespace a\n\nstruct S${index}\n    f String\n`),
      ...one(many(200, (index) => `route r${index} (S0, S1, Void)\n    "Does it."\n`)),
    ],
    { decodeS499: { f: "text" } },
  ],
];

test.each(scale)("%s can be checked, printed, generated and loaded", async (_, specs, samples) => {
  const { api, diagnostics } = compile(specs);
  expect(diagnostics).toEqual([]);
  expect(api && JSON.stringify(toJson(api)).length).toBeGreaterThan(100);
  const folder = await mkdtemp(join(tmpdir(), "ashlar-scale-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = { specs: "spec", out: folder, package: { name: "scale" } };
  const { files: generated = [] } = await generatePackage({ config, directory: folder, specs });
  await writeFolder(folder, generated, new AbortController().signal);
  const module = (await import(pathToFileURL(join(folder, "dist/a/index.js")).href)) as Record<string, Decode>;
  for (const [name, json] of Object.entries(samples)) {
    expect(module[name]?.(json), name).toMatchObject(json as object);
  }
});

test("definitions are looked up in proportion to the length of a chain of aliases", async () => {
  const lookups = vi.spyOn(Lookup.prototype, "definition");
  const countLookups = async (count: number): Promise<number> => {
    lookups.mockClear();
    const aliases = many(count, (index) => `alias A${index + 1} = A${index}\n`);
    await generatePackage({
      config: { specs: "spec" },
      directory: ".",
      specs: one(`alias A0 = String\n${aliases}struct S\n    f A${count}\n`),
    });
    return lookups.mock.calls.length;
  };
  const few = await countLookups(500);
  expect(few).toBeGreaterThan(500);
  expect(await countLookups(1000)).toBeLessThan(2.5 * few);
});

test("200 namespaces, each with the one before, can be generated", async () => {
  const specs = files(
    200,
    (index) =>
      `namespace n${index}\n\n${index === 0 ? "" : `import n${index - 1}\n\n`}` +
      `struct S\n    f ${index === 0 ? "String" : `n${index - 1}.S`}\n\nroute r (S, S, Void)\n`,
  );
  const { files: generated = [] } = await generatePackage({ config: { specs: "spec" }, directory: ".", specs });
  expect(generated.length).toBeGreaterThan(2000);
  expect(generated.find(({ path }) => path === "dist/n199/checks.js")?.text).toContain("n198");
});

test("a namespace with a name of 40,000 letters can be generated", async () => {
  const name = "n".repeat(40_000);
  const specs = [
    { path: "a.stone", text: `namespace a\n\nimport ${name}\n\nstruct S\n    f ${name}.S\n` },
    { path: "n.stone", text: `namespace ${name}\n\nstruct S\n    f String\n\nroute r (S, S, Void)\n` },
  ];
  const { files: generated = [] } = await generatePackage({ config: { specs: "spec" }, directory: ".", specs });
  expect(generated.find(({ path }) => path === "dist/a/types.d.ts")?.text).toContain(`f: ${name}.S;`);
});

test.each([
  ["examples in each other, one in the other", 1, 1000],
  ["examples in each other, each twice in the one before", 2, 40],
])("%s, that grow too large, are reported", (_, fields, depth) => {
  const names = ["a", "b"].slice(0, fields);
  const struct = (index: number): string =>
    `struct S${index}\n${names.map((name) => `    ${name} S${index + 1}\n`).join("")}` +
    `    example default\n${names.map((name) => `        ${name} = default\n`).join("")}\n`;
  const last = `struct S${depth}\n    s String\n    example default\n        s = "x"\n`;
  const { diagnostics } = compile(one(many(depth, struct) + last));
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["example-too-large"]));
  expect(diagnostics.length).toBeLessThan(20);
});

test("types are nested as deeply as the language allows, and no deeper", async () => {
  const nested = (depth: number): SourceFile[] =>
    one(`struct S\n    f ${"List(".repeat(depth)}String${")".repeat(depth)}\n`);
  const codes = Array.from({ length: 200 }, (_, depth) => compile(nested(depth)).diagnostics[0]?.code);
  const deepest = codes.lastIndexOf(undefined);
  expect(codes).toEqual(codes.map((_, depth) => (depth <= deepest ? undefined : "nested-too-deeply")));
  expect(deepest).toBeGreaterThan(10);
  expect(
    (await generatePackage({ config: { specs: "spec" }, directory: ".", specs: nested(deepest) })).files,
  ).toBeDefined();
  expect(compile(nested(10_000)).diagnostics.map(({ code }) => code)).toEqual(["nested-too-deeply"]);
});
