import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { emitModules } from "../../src/generator/emit/package/package.js";
import { createContext } from "../../src/generator/facts/context.js";
import { generatePackage } from "../../src/project/generate/generate-package.js";
import { specFiles } from "../support/spec-files.js";

const config = { specs: "spec", out: "out", package: { name: "cloud-storage-api" } };

test("what is emitted does not depend on the order of the files", () => {
  const specs = specFiles("spec");
  const emitted = (files: typeof specs): unknown => {
    const { api } = compile(files);
    return api && emitModules(createContext(api, { name: "cloud-storage-api", version: "0.0.0", binding: {} }));
  };
  // The files of a namespace give its documentation in their order (NS-6): they keep it.
  const groups = Object.values(groupByNamespace(specs));
  const expected = emitted(specs);
  fc.assert(
    fc.property(fc.shuffledSubarray(groups, { minLength: groups.length }), (shuffled) => {
      expect(emitted(shuffled.flat())).toEqual(expected);
    }),
    { numRuns: 10 },
  );
});

test("a package is the same bytes when it is generated twice", async () => {
  const specs = specFiles("spec");
  const [first, second] = [await generatePackage({ config, directory: ".", specs }), await generatePackage({ config, directory: ".", specs })];
  expect(second.files).toEqual(first.files);
});

function groupByNamespace(specs: ReturnType<typeof specFiles>): Record<string, typeof specs> {
  const groups: Record<string, typeof specs> = {};
  for (const spec of specs) {
    const namespace = /^namespace (\w+)/m.exec(spec.text)?.[1] ?? "";
    groups[namespace] = [...(groups[namespace] ?? []), spec];
  }
  return groups;
}
