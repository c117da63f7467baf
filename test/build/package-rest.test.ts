import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BuildOptions } from "../../src/build/package.js";
import type { SourceFile } from "../../src/source/source.js";
import { corpusFiles } from "../corpus.js";
import { editSequences } from "../edit-sequences.js";
import { specFiles } from "../spec-files.js";
import { edited, edits } from "./edits.js";
import { Processes } from "./processes.js";

const plain: BuildOptions = { name: "an-api", version: "1.0.0", binding: {}, runtime: [], emitters: [] };

/** Edits one after the other, each followed by a process. Files are left out and come back, too. */
async function expectSameAsClean(specs: readonly SourceFile[], size: number, options = plain): Promise<void> {
  const edit = fc.tuple(fc.nat(), fc.constantFrom(...edits), fc.nat({ max: 2 * specs.length }), fc.nat({ max: 40 }));
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: size, maxLength: size }), async (list) => {
      const processes = new Processes(options);
      let files = specs;
      await processes.expectSameAsClean(files);
      for (const [at, change, leftOut, lost] of list) {
        const changed = edited(files, at, change);
        const present = changed.filter((_, index) => index !== leftOut);
        if (await processes.expectSameAsClean(present, (index) => index % 40 === lost)) {
          files = changed;
        }
      }
      await processes.expectSameAsClean(files);
      expect(processes.reused).toBeGreaterThan(0);
    }),
    { numRuns: editSequences },
  );
}

describe("FE-9: what a process adds to the files of an earlier one is the package that is built from nothing", () => {
  test.each(["transit", "clinic", "corners"])("%s", async (name) => {
    await expectSameAsClean(corpusFiles(name), 10);
  });

  test("spec", async () => {
    await expectSameAsClean(specFiles("spec"), 2);
  });

  test("with all options", async () => {
    const full = {
      twin: true,
      arbitraries: true,
      query: true,
      mcp: true,
      int64: "bigint",
      timestamps: "date",
    } as const;
    await expectSameAsClean(corpusFiles("clinic"), 4, { ...plain, ...full });
  });

  test("with CommonJS", async () => {
    await expectSameAsClean(specFiles("test/generated/clashes"), 1, { ...plain, modules: "dual" });
  });

  test("as sources", async () => {
    await expectSameAsClean(corpusFiles("transit"), 4, { ...plain, output: "source", importExtension: ".ts" });
  });

  test("where names are in each other's way", async () => {
    await expectSameAsClean(specFiles("test/generated/clashes"), 8);
  });
});

describe("FE-9: a process builds only what a change reaches", () => {
  const one = 'namespace one\n\nstruct S\n    "What it is."\n    a String\n';
  const files = (first: string): SourceFile[] => [
    { path: "one.stone", text: first },
    { path: "two.stone", text: "namespace two\n\nimport one\n\nstruct T\n    s one.S\n" },
    { path: "three.stone", text: "namespace three\n\nstruct U\n    a String\n    b UInt32\n" },
  ];

  test.each([
    ["a sentence", one.replace("is.", "was."), ["types:one"]],
    ["a field", `${one}    b String\n`, ["checks:one", "checks:two", "types:one", "types:two"]],
    ["a type", `${one}\nstruct More\n    a String = "x"\n`, ["checks:one", "index:one", "types:one"]],
  ])("%s", async (_, changed, expected) => {
    const processes = new Processes(plain);
    await processes.expectSameAsClean(files(one));
    await processes.expectSameAsClean(files(changed));
    expect(processes.built).toEqual(expected.map((unit) => `divided ${unit}`));
    await processes.expectSameAsClean(files(changed));
    expect(processes.built).toEqual([]);
  });
});
