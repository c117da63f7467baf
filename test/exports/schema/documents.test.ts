import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { jsonSchema, writeJsonSchemas } from "../../../src/exports/schema/documents.js";
import { corpora, corpusFolder } from "../../support/corpus.js";
import { compileFiles } from "../../support/examples.js";
import { apiOf, apiOfTexts } from "../../support/stone.js";
import { Validators } from "./validators.js";

describe.each(["spec", ...corpora])("SCHEMA-4, SCHEMA-7: the documents of %s", (name) => {
  const { write, read } = jsonSchema(compileFiles(name === "spec" ? name : corpusFolder(name)));

  test("SCHEMA-4, SCHEMA-7: the documents are valid by the schema of JSON Schema, and refer to nothing outside", () => {
    const ajv = new Ajv2020({ strict: true });
    for (const document of [write, read]) {
      expect(ajv.validateSchema(document), ajv.errorsText()).toBe(true);
      const names = new Set(Object.keys(document.$defs).map((one) => `#/$defs/${one}`));
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, target = ""]) => target);
      expect(references.filter((target) => !names.has(target))).toEqual([]);
      expect(JSON.stringify(document)).not.toContain('"unevaluatedProperties"');
    }
  });
});

test("SCHEMA-4, OAPI-T6: each definition compiles in strict mode without plug-ins, for it has no keyword of OpenAPI", () => {
  for (const folder of [corpusFolder("wirelab"), corpusFolder("clinic")]) {
    const documents = jsonSchema(compileFiles(folder), { name: "test" });
    const ajv = new Ajv2020({ strict: true, strictTypes: true, strictRequired: true });
    ajv.addSchema([documents.write, documents.read]);
    for (const view of ["write", "read"] as const) {
      for (const name of Object.keys(documents[view].$defs)) {
        expect(ajv.getSchema(`urn:ashlar:test:${view}#/$defs/${name.replaceAll("/", "~1")}`), name).toBeDefined();
      }
    }
  }
});

test("SCHEMA-2: the definitions are in the order of the API, and routes have their versions", () => {
  const api = apiOf(`
alias Id = String

struct Options
    limit UInt32 = 10

union Mode
    slow

route list (Options, Void, Mode)

route list:2 (Id, List(Options), Void)
`);
  expect(Object.keys(jsonSchema(api).write.$defs)).toEqual([
    "t.Id",
    "t.Mode",
    "t.Options",
    "t.Options.object",
    ...["v1", "v2"].flatMap((version) => ["arg", "result", "error"].map((part) => `t/list.${version}.${part}`)),
  ]);
});

test("SCHEMA-2: the documents have different URIs", () => {
  const api = apiOf("alias Id = String");
  const ids = (options: object): string[] => {
    const { write, read } = jsonSchema(api, options);
    return [write.$id, read.$id];
  };
  expect(ids({ name: "@acme/shop-api" })).toEqual([
    "urn:ashlar:@acme/shop-api:write",
    "urn:ashlar:@acme/shop-api:read",
  ]);
  expect(ids({ id: "https://acme.test/schemas/" })).toEqual([
    "https://acme.test/schemas/write.schema.json",
    "https://acme.test/schemas/read.schema.json",
  ]);
  expect(ids({ id: "urn:acme:shop" })).toEqual(["urn:acme:shop:write", "urn:acme:shop:read"]);
});

test("SCHEMA-5: documentation, deprecation and defaults are annotations, with references as names", () => {
  const api = apiOf(`
union Level
    low
        "See :link:\`the manual https://acme.test\`."
    high

struct Item
    "An item, see :field:\`level\`, :type:\`Level\` and :val:\`true\`."
    level Level = low
        @Old
        "How much."
    count UInt64 = 18446744073709551615

annotation Old = Deprecated()
`);
  const { write } = writeJsonSchemas(api);
  const { $defs } = jsonSchema(api).write;
  expect($defs["t.Item"]).toMatchObject({ description: "An item, see Item.level, t.Level and true." });
  expect($defs["t.Item.object"]?.["properties"]).toMatchObject({
    level: { description: "How much.", deprecated: true, default: { ".tag": "low" } },
  });
  expect(write).toContain('"default": 18446744073709551615');
  expect(write).toContain('"description": "See the manual (https://acme.test)."');
  expect(write).not.toContain('"title"');
});

test.each(["spec", "clinic", "wirelab"])(
  "SCHEMA-5: the examples of a document are those that it accepts: %s",
  (name) => {
    const api = compileFiles(name === "spec" ? name : corpusFolder(name));
    const options = { callers: ["alpha"], int64: "safe" } as const;
    const validators = new Validators(api, options);
    let count = 0;
    for (const view of ["write", "read"] as const) {
      for (const [type, { examples = [] }] of Object.entries(jsonSchema(api, options)[view].$defs)) {
        for (const example of examples as unknown[]) {
          expect(validators.accepts(view, type, example), `${view} ${type} ${JSON.stringify(example)}`).toBe(true);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(0);
  },
);

test("SCHEMA-6: fields and tags may be named like members that objects inherit", () => {
  const api = apiOf(`
struct Awkward
    __proto__ String
    constructor String?
    toString UInt32

union_closed Tags
    __proto__ String
    valueOf
`);
  const validators = new Validators(api);
  const parse = (text: string): unknown => JSON.parse(text) as unknown;
  for (const view of ["write", "read"] as const) {
    const accepts = (type: string, text: string): boolean => validators.accepts(view, type, parse(text));
    expect(accepts("t.Awkward", '{"__proto__":"a","toString":1}')).toBe(true);
    expect(accepts("t.Awkward", '{"toString":1}')).toBe(false);
    expect(accepts("t.Awkward", '{"__proto__":1,"toString":1}')).toBe(false);
    expect(accepts("t.Awkward", '{"__proto__":"a"}')).toBe(false);
    expect(accepts("t.Tags", '{".tag":"__proto__","__proto__":"a"}')).toBe(true);
    expect(accepts("t.Tags", '{".tag":"__proto__"}')).toBe(false);
    expect(accepts("t.Tags", '{".tag":"valueOf"}')).toBe(true);
  }
  const notes = jsonSchema(api).notes.filter(({ code }) => code === "needs-own-properties");
  expect(notes.map(({ place }) => place)).toEqual([
    "t.Awkward.__proto__",
    "t.Awkward.constructor",
    "t.Awkward.toString",
    "t.Tags.__proto__",
    "t.Tags.valueOf",
  ]);
});

test("SCHEMA-8: integers of 64 bits have exact bounds in the text, or those that JavaScript has", () => {
  const api = apiOf("struct S\n    a UInt64\n    b Int64(min_value=-5)\n    c UInt64(max_value=10)");
  const bounds = (text: string): string[] => text.match(/"(?:min|max)imum": -?\d+/g) ?? [];
  expect(bounds(writeJsonSchemas(api).read)).toEqual([
    '"minimum": 0',
    '"maximum": 18446744073709551615',
    '"minimum": -5',
    '"maximum": 9223372036854775807',
    '"minimum": 0',
    '"maximum": 10',
  ]);
  expect(bounds(writeJsonSchemas(api, { int64: "safe" }).read)).toEqual([
    '"minimum": 0',
    '"maximum": 9007199254740991',
    '"minimum": -5',
    '"maximum": 9007199254740991',
    '"minimum": 0',
    '"maximum": 10',
  ]);
});

test("SCHEMA-9: a pattern that generated code matches with a linear program is a regular expression, with a note", () => {
  const api = apiOf('alias Names = String(pattern="([a-z]+ ?)+")');
  const { write, notes } = jsonSchema(api);
  expect(notes).toMatchObject([{ code: "pattern-may-backtrack", place: "t.Names" }]);
  expect(write.$defs["t.Names"]).toMatchObject({ pattern: "^(?:[a-z]+ ?)+$" });
});

test("OUT-10: parts of a timestamp that are not compared with each other, and a format without values, are notes", () => {
  const { notes, read } = jsonSchema(apiOf('struct S\n    a Timestamp("%A %Y-%m-%d")\n    b Timestamp("%Q")'));
  expect(notes.map(({ code, place }) => `${code} ${place}`)).toEqual([
    "parts-not-compared t.S.a",
    "accepts-nothing t.S.b",
  ]);
  expect(read.$defs["t.S"]).toMatchObject({ properties: { b: { not: {} } } });
});

test("dates and times have a format only if that is wanted", () => {
  const api = apiOf(
    'struct S\n    a Timestamp("%Y-%m-%dT%H:%M:%SZ")\n    b Timestamp("%Y-%m-%d")\n    c Timestamp("%Y")',
  );
  const formats = (options: object): string[] => writeJsonSchemas(api, options).read.match(/"format": "[^"]*"/g) ?? [];
  expect(formats({})).toEqual([]);
  expect(formats({ formats: true })).toEqual(['"format": "date-time"', '"format": "date"']);
});

test("OUT-5: a default that is hidden from the caller makes a field of a closed union required", () => {
  const api = apiOf(`
annotation Internal = Omitted("internal")

union_closed Plan
    free
    staff
        @Internal

union Open extends Plan
    paid

struct Account
    plan Plan = staff
    open Open = staff
`);
  const accepts = (callers: readonly string[]): boolean =>
    new Validators(api, { callers }).accepts("read", "t.Account", {});
  expect([accepts([]), accepts(["internal"])]).toEqual([false, true]);
  expect(JSON.stringify(jsonSchema(api))).not.toContain("staff");
});

test("OUT-3: the documents do not depend on the order of the files", () => {
  const files = ["namespace a\nimport b\nstruct S\n    x b.T", "namespace b\nstruct T\n    y UInt64"];
  expect(writeJsonSchemas(apiOfTexts(files.toReversed()))).toEqual(writeJsonSchemas(apiOfTexts(files)));
});
