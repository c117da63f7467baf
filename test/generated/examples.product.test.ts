import { expect, test } from "vitest";
import { pascalCase } from "../../src/generator/facts/naming.js";
import { compileFiles } from "../support/examples.js";
import { corpora, corpusFolder } from "../support/corpus.js";
import { generatedPackage } from "../support/packages.js";
import { parseJson, stringifyJson } from "../../templates/runtime/text/json.js";

const ownSpec = { name: "spec", folder: "spec" };

/**
 * Examples that the compiler must accept and the wire format must not: while compiling, a pattern matches at the start
 * only (TYPE-8), Bytes are any string (EX-5), and timestamps may be unpadded (TYPE-9, TS_UNPADDED).
 */
const acceptedByTheCompilerOnly = new Set([
  "dropbox team.LegalHoldHeldRevisionMetadata default",
  "dropbox team.LegalHoldsListHeldRevisionResult default",
  "transit fares.Discount campaign",
  "transit fares.Ticket family",
  "transit network.Line default",
  "transit network.Line chained",
  "clinic lab.Slice thin",
  "clinic lab.Tissue muscle",
  "clinic lab.Tissue foot",
]);

/** Whether an example has an integer that a number would round: packages of numbers refuse it. */
function hasLargeInteger(value: unknown): boolean {
  return typeof value === "object" && value !== null
    ? Object.values(value).some(hasLargeInteger)
    : typeof value === "bigint";
}

function checkExamples({ name, folder }: { name: string; folder: string }): void {
  const api = compileFiles(folder);
  const fields = api.namespaces.flatMap(({ types }) => types.flatMap((type) => type.fields));
  const callers = fields.flatMap(({ omittedCaller }) => omittedCaller ?? []);
  for (const namespace of api.namespaces) {
    const types = namespace.types.filter(({ examples }) => examples.length > 0);
    if (types.length > 0) {
      test(`${name}: every example of ${namespace.name} is decoded, and encoded to equal JSON`, async () => {
        const exports = await generatedPackage(name, namespace.name);
        // Examples show what exists for some callers only, too.
        const options = { permissions: callers };
        for (const type of types) {
          for (const { label, value } of type.examples) {
            const stem = pascalCase(type.name);
            const decode = (): unknown => exports[`decode${stem}`](parseJson(stringifyJson(value)), options);
            if (acceptedByTheCompilerOnly.has(`${name} ${namespace.name}.${type.name} ${label}`)) {
              expect(decode).toThrow(/matches|base64|timestamp/);
              continue;
            }
            if (hasLargeInteger(value)) {
              expect(decode).toThrow('int64: "number"');
              continue;
            }
            const read = decode();
            const json: unknown = exports[`encode${stem}`](read, options);
            expect(parseJson(stringifyJson(json)), `${namespace.name}.${type.name}`).toMatchObject(
              parseJson(stringifyJson(value)) as object,
            );
          }
        }
      });
    }
  }
}

checkExamples(ownSpec);
for (const name of corpora) {
  checkExamples({ name, folder: corpusFolder(name) });
}
