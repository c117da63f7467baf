import { build } from "esbuild";
import { getDotPath } from "@standard-schema/utils";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { errorsWithPackage } from "../support/compile-with-package.js";
import { generatedPackage, packageFolder, type Exports } from "../support/packages.js";

/** The types of a decoder are those of its views, as `@standard-schema/spec` infers them. */
const types = `
import { schema } from "spec-api/schema";
import { tagsOfWriteMode, decodeDimensions, decodeListFolderArg, decodePathOrId, type Dimensions, type ListFolderArg, type ListFolderArgInput } from "spec-api/files";
import { schema as jsonSchema } from "spec-api/schemas";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "./standard-schema.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const list = schema(decodeListFolderArg);
export const tags: Same<typeof tagsOfWriteMode, readonly ("add" | "overwrite" | "update")[]> = true;
export const input: Same<StandardSchemaV1.InferInput<typeof list>, ListFolderArgInput> = true;
export const output: Same<StandardSchemaV1.InferOutput<typeof list>, ListFolderArg> = true;

const size = schema(decodeDimensions, { strict: false });
export const sameForBoth: Same<StandardSchemaV1.InferInput<typeof size>, Dimensions> = true;

// Libraries take any schema.
function form<Schema extends StandardSchemaV1>(one: Schema): Schema {
  return one;
}
form(list);
form(schema(decodePathOrId));

// STD-4: both interfaces, with the same types.
const described = jsonSchema(decodeListFolderArg);
form(described);
export const standard: StandardJSONSchemaV1<ListFolderArgInput, ListFolderArg> = described;
`;

describe("Standard Schema", async () => {
  const { schema } = (await import(pathToFileURL(join(await packageFolder("spec"), "dist/runtime/schema.js")).href)) as Exports;
  const files = await generatedPackage("spec", "files");
  const validate = (decoder: string, value: unknown, options?: object): StandardSchemaV1.Result<unknown> => {
    const one = schema(files[decoder], options) as StandardSchemaV1;
    return one["~standard"].validate(value) as StandardSchemaV1.Result<unknown>;
  };

  test("STD-1: a schema has version 1 of the interface, and the package has the subpath", async () => {
    expect(schema(files["decodeMetadata"])).toMatchObject({ "~standard": { version: 1, vendor: "ashlar" } });
    expect(await errorsOfTypes()).toBe("");
  });

  test("STD-2: a value is returned with its defaults, and the given one is not changed", () => {
    const given = Object.freeze({ path: "" });
    expect(validate("decodeListFolderArg", given)).toMatchObject({ value: { path: "", recursive: false } });
    expect(given).toEqual({ path: "" });
  });

  test("STD-2: a refusal is an issue with its path, and nothing is thrown", () => {
    const { issues = [] } = validate("decodeRelocationBatchArg", { entries: [{ from_path: "/a", to_path: 7 }] });
    const wrongType = { code: "wrong-type", message: "Expected a string, found a number", expected: "a string", found: "a number" };
    expect(issues).toEqual([{ ...wrongType, path: ["entries", 0, "to_path"] }]);
    expect(issues.map((issue) => getDotPath(issue))).toEqual(["entries.0.to_path"]);
    expect(validate("decodeListFolderArg", 7)).toMatchObject({ issues: [{ message: "Expected an object, found a number", path: [] }] });
    const trap = {
      get path(): string {
        throw new Error("mine");
      },
    };
    expect(validate("decodeListFolderArg", trap)).toEqual({ issues: [{ message: "The value cannot be read", code: "unreadable" }] });
  });

  test("STD-7: all mistakes are reported with their paths and codes, but not what only follows from another", () => {
    const entries = [{ from_path: "/a", to_path: 7 }, { from_path: "a", extra: 1 }, 7, { from_path: "/a", to_path: "/b" }];
    const { issues = [] } = validate("decodeRelocationBatchArg", { entries, more: 1, autorename: "yes" });
    expect(issues.map((issue) => [getDotPath(issue), (issue as Exports)["code"]])).toEqual([
      ["entries.0.to_path", "wrong-type"],
      ["entries.1.from_path", "pattern"],
      ["entries.1.to_path", "missing-field"],
      ["entries.1.extra", "unknown-field"],
      ["entries.2", "wrong-type"],
      ["autorename", "wrong-type"],
      ["more", "unknown-field"],
    ]);
  });

  test("STD-7: at most 100 mistakes are reported", () => {
    const entries = Array.from({ length: 500 }, () => ({ from_path: "/a" }));
    expect(validate("decodeRelocationBatchArg", { entries }).issues).toHaveLength(100);
  });

  test("STD-7: after a mistake, values are checked as before", () => {
    validate("decodeListFolderArg", { path: 7 });
    expect(() => files["decodeListFolderArg"]({ path: 7 }) as unknown).toThrow("path: expected a string, found a number");
  });

  test("STD-9: the list of a union's tags contains neither the catch-all tag nor tags that only some callers may send", () => {
    expect(files["tagsOfWriteMode"]).toEqual(["add", "overwrite", "update"]);
    expect(files["tagsOfMetadata"]).toBeUndefined();
    expect(files["tagsOfLookupError"]).not.toContain("other");
  });

  test("STD-8: issues have the values of the constraint", () => {
    const issuesOf = (decoder: string, value: unknown): object => ({ issues: validate(decoder, value).issues });
    expect(issuesOf("decodeListRevisionsArg", { path: "a", limit: 0 })).toMatchObject({
      issues: [
        { path: ["path"], code: "pattern", pattern: expect.stringContaining("/") as string },
        { path: ["limit"], code: "out-of-range", min: 1, max: 100 },
      ],
    });
    expect(issuesOf("decodeFileMetadata", { size: -1, server_modified: "now" })).toMatchObject({
      issues: expect.arrayContaining([
        expect.objectContaining({ path: ["size"], code: "out-of-range", min: 0, max: 18_446_744_073_709_551_615n }),
        expect.objectContaining({ path: ["server_modified"], code: "bad-timestamp", format: "%Y-%m-%dT%H:%M:%SZ" }),
      ]) as object,
    });
  });

  test("STD-3: unknown fields are refused unless the options say otherwise", () => {
    const newer = { path: "", newer: true };
    expect(validate("decodeListFolderArg", newer)).toMatchObject({ issues: [{ message: "Unknown field", path: ["newer"], code: "unknown-field" }] });
    expect(validate("decodeListFolderArg", newer, { strict: false })).toMatchObject({ value: { path: "" } });
  });

  test("STD-4: with JSON Schema, the input is what strict readers accept, the output what lenient ones accept", async () => {
    const { schema: withJsonSchema } = await generatedPackage("spec", "schemas");
    const jsonSchema = (decoder: string, options?: object): StandardJSONSchemaV1.Converter =>
      (withJsonSchema(files[decoder], options) as StandardJSONSchemaV1)["~standard"].jsonSchema;
    const target = "draft-2020-12";
    const accepts = (converted: Record<string, unknown>): ValidateFunction =>
      new Ajv2020({ strict: true, strictRequired: true, allErrors: true }).compile(converted);
    const { input, output } = jsonSchema("decodeListFolderArg");
    const newer = { path: "", newer: true };
    expect([accepts(input({ target }))(newer), accepts(output({ target }))(newer)]).toEqual([false, true]);
    expect(accepts(jsonSchema("decodeListFolderArg", { strict: false }).input({ target }))(newer)).toBe(true);
    expect(Object.keys(input({ target })["$defs"] as object)).toEqual(["files.ListFolderArg", "files.PathROrId"]);
    expect(() => input({ target: "draft-07" })).toThrow("The target draft-07 is not supported: there is draft-2020-12");
    expect(() => withJsonSchema(JSON.parse)).toThrow("This is no decoder of the package, such as decodeFileMetadata");
    const decoders = Object.keys(files).filter((name) => name.startsWith("decode"));
    for (const decoder of decoders.filter((_, index) => index % 20 === 0)) {
      const { input, output } = jsonSchema(decoder);
      expect(() => [accepts(input({ target })), accepts(output({ target }))]).not.toThrow();
    }
  });

  test("STD-5: a bundle with one schema has the checks of one type", async () => {
    const root = await packageFolder("spec");
    const sizeOf = async (code: string): Promise<number> => {
      const stdin = { contents: code, resolveDir: root };
      const { outputFiles } = await build({ stdin, bundle: true, format: "esm", minify: true, write: false });
      return outputFiles[0]?.text.length ?? 0;
    };
    const imports = `import { decodeItemId } from "./dist/files/index.js";`;
    const decoder = await sizeOf(`${imports}\nexport { decodeItemId };`);
    const schema = await sizeOf(
      `${imports}\nimport { schema } from "./dist/runtime/schema.js";\nexport const id = schema(decodeItemId);`,
    );
    expect(schema - decoder).toBeLessThan(1_900);
  });
});

async function errorsOfTypes(): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  const spec = await readFile("node_modules/@standard-schema/spec/dist/index.d.ts", "utf8");
  return errorsWithPackage(await packageFolder("spec"), { "types.ts": types, "standard-schema.d.ts": spec });
}
