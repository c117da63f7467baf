import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { generatePackage } from "../src/generate/generate-package.js";
import { writeFolder } from "../src/output/output-folder.js";
import { compile } from "../src/compiler/compile.js";
import { toJson } from "../src/ir/json.js";
import { Lookup } from "../src/ir/walk.js";
import type { SourceFile } from "../src/source/source.js";

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

const scale: readonly (readonly [name: string, specs: readonly SourceFile[], Readonly<Record<string, unknown>>])[] = [
  [
    "a struct with 2,000 fields",
    one(`struct S\n${many(2000, (index) => `    f${index} String?\n        "Field ${index}."\n`)}`),
    { decodeS: { f1999: "last" } },
  ],
  [
    "a union with 5,000 tags without values",
    one(`union U\n${many(5000, (index) => `    t${index}\n`)}`),
    { decodeU: { ".tag": "t4999" } },
  ],
  [
    "a union with 5,000 tags that have structs",
    one(
      `${many(5000, (index) => `struct S${index}\n    f String\n\n`)}union U\n${many(5000, (index) => `    t${index} S${index}\n`)}`,
    ),
    { decodeU: { ".tag": "t4999", f: "last" } },
  ],
  [
    "2,000 fields with a tag of 2,000 as their default",
    one(
      `union U\n${many(2000, (index) => `    t${index}\n`)}struct S\n${many(2000, (index) => `    f${index} U = t${index}\n`)}`,
    ),
    { decodeS: {} },
  ],
  [
    "a struct with 2,000 subtypes",
    one(
      `struct B\n    union\n${many(2000, (index) => `        t${index} S${index}\n`)}    b String\n\n${many(2000, (index) => `struct S${index} extends B\n    f String\n\n`)}`,
    ),
    { decodeB: { ".tag": "t1999", b: "b", f: "f" } },
  ],
  [
    "500 structs that extend each other",
    one(
      `struct S0\n    f0 String\n\n${many(500, (index) => `struct S${index + 1} extends S${index}\n    f${index + 1} String?\n\n`)}`,
    ),
    { decodeS500: { f0: "first", f500: "last" } },
  ],
  [
    "500 unions that extend each other",
    one(`union U0\n    t0\n\n${many(500, (index) => `union U${index + 1} extends U${index}\n    t${index + 1}\n\n`)}`),
    { decodeU500: { ".tag": "t0" } },
  ],
  [
    "5,000 aliases, each of the one before",
    one(`alias A0 = String\n${many(5000, (index) => `alias A${index + 1} = A${index}\n`)}struct S\n    f A5000\n`),
    { decodeS: { f: "text" } },
  ],
  [
    "5,000 aliases, each of the next one",
    one(`${many(5000, (index) => `alias A${index} = A${index + 1}\n`)}alias A5000 = String\nstruct S\n    f A0\n`),
    { decodeS: { f: "text" } },
  ],
  [
    "5,000 closed unions, each in the one before",
    one(
      `${many(5000, (index) => `union_closed U${index}\n    a U${index + 1}\n\n`)}union_closed U5000\n    s String\n`,
    ),
    { decodeU4999: { ".tag": "a", a: { ".tag": "s", s: "text" } } },
  ],
  [
    "40 closed unions, each twice in the one before: more ways than anybody could go",
    one(
      `${many(40, (index) => `union_closed U${index}\n    a U${index + 1}\n    b U${index + 1}\n\n`)}union_closed U40\n    s String\n`,
    ),
    { decodeU39: { ".tag": "b", b: { ".tag": "s", s: "text" } } },
  ],
  [
    "40 structs, each three times in the one before",
    one(
      `${many(40, (index) => `struct S${index}\n    a S${index + 1}?\n    b List(S${index + 1})\n    c Map(String, S${index + 1})?\n\n`)}struct S40\n    d UInt32 = 2\n`,
    ),
    { decodeS39: { b: [{ d: 3 }] } },
  ],
  [
    "3,000 structs in a ring",
    one(many(3000, (index) => `struct S${index}\n    f S${(index + 1) % 3000}?\n\n`)),
    { decodeS2999: { f: { f: {} } } },
  ],
  [
    "documentation of a million letters, in words",
    one(`struct S\n    "${"Words with :type:`S` and  two spaces. ".repeat(27_000)}"\n    f String\n`),
    { decodeS: { f: "text" } },
  ],
  [
    "documentation of a million letters, in one word",
    one(`struct S\n    "${"x".repeat(1_000_000)}"\n    f String\n`),
    { decodeS: { f: "text" } },
  ],
  [
    "documentation with a million spaces",
    one(`struct S\n    "x${" ".repeat(1_000_000)}y"\n    f String\n`),
    { decodeS: { f: "text" } },
  ],
  [
    "documentation with what comments cannot hold, 100,000 times",
    one(`struct S\n    "${"*/ @x {".repeat(100_000)}"\n    f String\n`),
    { decodeS: { f: "text" } },
  ],
  [
    "a pattern of 10,000 letters",
    one(`struct S\n    f String(pattern="${"a".repeat(10_000)}")\n`),
    { decodeS: { f: "a".repeat(10_000) } },
  ],
  [
    "names of 400,000 letters",
    one(
      `struct ${"S".repeat(400_000)}\n    ${"f".repeat(400_000)} String\n\nstruct T\n    f ${"S".repeat(400_000)}\n\nroute ${"r".repeat(400_000)} (T, T, T)\n`,
    ),
    { decodeT: { f: { ["f".repeat(400_000)]: "text" } } },
  ],
  [
    "2,000 routes",
    one(`struct S\n    f String\n\n${many(2000, (index) => `route r${index} (S, S, Void)\n    "Does it."\n`)}`),
    { decodeS: { f: "text" } },
  ],
  [
    "5,000 files of one namespace",
    files(5_000, (index) => `namespace a\n\nstruct S${index}\n    f String\n`),
    {
      decodeS4999: { f: "text" },
    },
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

test("2,000 namespaces, each with the one before, can be generated", async () => {
  const specs = files(
    2000,
    (index) =>
      `namespace n${index}\n\n${index === 0 ? "" : `import n${index - 1}\n\n`}` +
      `struct S\n    f ${index === 0 ? "String" : `n${index - 1}.S`}\n\nroute r (S, S, Void)\n`,
  );
  const { files: generated = [] } = await generatePackage({ config: { specs: "spec" }, directory: ".", specs });
  expect(generated.length).toBeGreaterThan(20_000);
  expect(generated.find(({ path }) => path === "dist/n1999/checks.js")?.text).toContain("n1998");
});

test("a namespace with a name of 400,000 letters can be generated", async () => {
  const name = "n".repeat(400_000);
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
  expect(compile(nested(100_000)).diagnostics.map(({ code }) => code)).toEqual(["nested-too-deeply"]);
});
