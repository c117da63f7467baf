import { expect, test } from "vitest";
import { pascalCase } from "../../src/emit/naming.js";
import { compileFiles } from "../examples.js";
import { corpusFolder, describeWithCorpus } from "../corpus.js";
import { generatedPackage } from "../packages.js";
import { stringifyJson } from "../../templates/runtime/json.js";

const ownSpec = { name: "spec", folder: "spec" };

function checkExamples({ name, folder }: { name: string; folder: string }): void {
  const api = compileFiles(folder);
  for (const namespace of api.namespaces) {
    const types = namespace.types.filter(({ examples }) => examples.length > 0);
    if (types.length > 0) {
      test(`${name}: every example of ${namespace.name} is decoded, and encoded to equal JSON`, async () => {
        const exports = await generatedPackage(name, namespace.name);
        for (const type of types) {
          for (const { value } of type.examples) {
            const stem = pascalCase(type.name);
            const read: unknown = exports[`decode${stem}`](JSON.parse(stringifyJson(value)));
            const json: unknown = exports[`encode${stem}`](read);
            expect(JSON.parse(stringifyJson(json)), `${namespace.name}.${type.name}`).toMatchObject(
              JSON.parse(stringifyJson(value)) as object,
            );
          }
        }
      });
    }
  }
}

checkExamples(ownSpec);
describeWithCorpus("the corpus", () => {
  for (const name of ["dropbox", "transit", "clinic", "corners", "wirelab"]) {
    checkExamples({ name, folder: corpusFolder(name) });
  }
});
