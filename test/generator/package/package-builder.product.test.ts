import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModuleCache } from "../../../src/generator/emit/package/module-cache.js";
import { buildPackage, type BuildOptions } from "../../../src/generator/package/package.js";
import type { PrintedFile } from "../../../src/generator/code/module.js";
import { toCompilation, compile } from "../../../src/compiler/compile.js";
import { Compiler } from "../../../src/compiler/compiler.js";
import type { SourceFile } from "../../../src/text/source.js";
import { corpusFiles } from "../../support/corpus.js";
import { editSequences } from "../../support/edit-sequences.js";
import { specFiles } from "../../support/spec-files.js";
import { edited, edits } from "./edits.js";
import { expectEqual } from "./expect-equal.js";

const plain: BuildOptions = { name: "an-api", version: "1.0.0", binding: {}, runtime: [], emitters: [] };

/** Everything that a package may have. */
const full: BuildOptions = {
  ...plain,
  twin: true,
  arbitraries: true,
  query: true,
  mcp: true,
  otel: true,
  int64: "bigint",
  timestamps: "date",
  emitters: [(api) => [{ kind: "text", path: "names.txt", text: api.namespaces.map(({ name }) => name).join("\n") }]],
};

/** What is found out and built from what is known; undefined if the specification is wrong. */
async function expectSameAsClean(
  files: readonly SourceFile[],
  compiler: Compiler,
  cache: ModuleCache,
  options: BuildOptions = plain,
): Promise<readonly PrintedFile[] | undefined> {
  const known = toCompilation(compiler.compile(files), files);
  const anew = compile(files);
  expectEqual(known.api, anew.api);
  expectEqual(known.diagnostics, anew.diagnostics);
  if (known.api === undefined || anew.api === undefined) {
    return undefined;
  }
  const built = await buildPackage(known.api, options, cache);
  expectEqual(built, await buildPackage(anew.api, options));
  return built;
}

/** Edits one after the other: what is built from what is known must be what is built from nothing. */
async function expectSameAsAnew(
  specs: readonly SourceFile[],
  numRuns: number,
  size: number,
  options: BuildOptions = plain,
): Promise<void> {
  const edit = fc.tuple(fc.nat(), fc.constantFrom(...edits));
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: size, maxLength: size }), async (list) => {
      const compiler = new Compiler();
      const cache = new ModuleCache();
      let files = [...specs];
      for (const [at, change] of list) {
        const changed = edited(files, at, change);
        const built = await expectSameAsClean(changed, compiler, cache, options);
        if (built !== undefined) {
          files = changed;
        }
      }
    }),
    { numRuns: numRuns * editSequences },
  );
}

test("FE-7: a package that is built again after edits is the same as one that is built anew", async () => {
  await expectSameAsAnew(specFiles("spec"), 1, 5);
});

describe("FE-7: the same holds for the corpus", () => {
  test.each(["wirelab", "transit", "clinic", "corners"])(
    "FE-7: the package of %s that is built again after edits is the same as one that is built anew",
    async (name) => {
      await expectSameAsAnew(corpusFiles(name), 1, 4);
    },
  );
});

test("FE-7: a package with all options and an emitter of the user is the same when it is built again after edits", async () => {
  await expectSameAsAnew(corpusFiles("clinic"), 1, 3, full);
});

test("FE-7: a package whose names are in each other's way is the same when it is built again after edits", async () => {
  await expectSameAsAnew(specFiles("test/generated/clashes"), 1, 6);
});

describe("the same holds for edits that others see without an import", () => {
  const routes = (attribute: string): string =>
    `namespace r\n\nroute x (Void, Void, Void)\n    attrs\n        auth = ${attribute}\n`;
  const schema = (text: string): string => `namespace stone_cfg\n\nimport common\n\nstruct Route\n    auth ${text}\n`;
  const alias = (type: string): string => `namespace common\n\nalias Auth = ${type}\n`;
  const union = (tags: string): string => `namespace common\n\nunion Auth\n    user\n${tags}`;
  const item = "namespace files\n\nstruct Item\n    a String\n";

  test.each<[string, Readonly<Record<string, string>>[]]>([
    [
      "what the schema of routes imports is narrowed",
      ["String(max_length=10)", "String(max_length=5)", "String"].map((type) => ({
        a: alias(type),
        b: schema('common.Auth = "user"'),
        c: routes('"longer"'),
      })),
    ],
    [
      "a tag that an attribute of a route has is taken away, and comes back with a value",
      ["    third\n", "", "    more\n    third\n", "    third String\n"].map((tags) => ({
        a: union(tags),
        b: schema("common.Auth = user"),
        c: routes("third"),
      })),
    ],
    [
      "a file has no namespace",
      ["", "# Nothing yet.\n", "struct T\n    b String\n", "namespace more\n\nstruct T\n    b String\n"].map(
        (text) => ({
          a: item,
          b: text,
        }),
      ),
    ],
    [
      "namespaces have names that are alike, and so the same names",
      ["Other", "Item_", "I_tem"].map((name) => ({ a: item, b: `namespace fi_les\n\nstruct ${name}\n    a String\n` })),
    ],
  ])(
    "a package is the same when it is built again after edits that others see without an import: %s",
    async (_, versions) => {
      const compiler = new Compiler();
      const cache = new ModuleCache();
      // Each twice, for what is found out from an error must not be kept either.
      for (const version of [...versions, ...versions]) {
        const files = Object.entries(version).map(([name, text]) => ({ path: `${name}.stone`, text }));
        await expectSameAsClean(files, compiler, cache);
      }
    },
  );
});

test("a sentence of documentation changes only the modules of its namespace", async () => {
  const specs: SourceFile[] = [
    { path: "one.stone", text: 'namespace one\n\nstruct S\n    "What it is."\n    a String\n' },
    { path: "two.stone", text: "namespace two\n\nimport one\n\nstruct T\n    s one.S\n" },
  ];
  const changedSpecs = specs.map(({ path, text }) => ({ path, text: text.replace("What it is", "What it was") }));
  const cache = new ModuleCache();
  const compiler = new Compiler();
  const build = async (files: readonly SourceFile[]): Promise<PrintedFile[]> => {
    const { api } = toCompilation(compiler.compile(files), files);
    return api === undefined ? [] : buildPackage(api, plain, cache);
  };
  const first = await build(specs);
  const second = await build(changedSpecs);
  const before = new Map(first.map(({ path, text }) => [path, text]));
  const changed = second.filter(({ path, text }) => before.get(path) !== text).map(({ path }) => path);
  expect(changed).toEqual(["dist/one/types.d.ts", "src/one/types.ts"]);
});
