import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { printJson } from "../../../src/ir/print-json.js";
import {
  buildOpenApi,
  openApi,
  type OpenApiDocument,
  type OpenApiOptions,
} from "../../../src/exports/openapi/document.js";
import { printOpenApi } from "../../../src/exports/openapi/print.js";
import { corpora } from "../../support/corpus.js";
import { compileFiles } from "../../support/examples.js";
import { apiOf, apiOfTexts } from "../../support/stone.js";
import { apiNamed } from "./api-named.js";

describe.each(["spec", ...corpora])("the names of components of %s", (name) => {
  test("OAPI-3, OAPI-T7: names of components are fit for all tools, and different without their dots", () => {
    const api = apiNamed(name);
    for (const profile of ["codegen", "exact"] as const) {
      const { schemas = {} } = openApi(api, { name, profile }).document.components;
      const names = Object.keys(schemas);
      expect(names.filter((one) => !/^[A-Za-z0-9._-]+$/.test(one))).toEqual([]);
      expect(new Set(names.map((one) => one.replaceAll(".", "_"))).size).toBe(names.length);
      expect(new Set(names.map((one) => one.replaceAll(".", ""))).size).toBe(names.length);
    }
  });
});

interface Json {
  readonly [name: string]: Json;
}

/** The members of a document, at any depth, that tests look at without its types. */
function of(spec: string, options: OpenApiOptions = {}): Json {
  return openApi(apiOf(spec), options).document as unknown as Json;
}

function schemasOf(spec: string, options: OpenApiOptions = {}): Json {
  return of(spec, options)["components"]?.["schemas"] ?? {};
}

const shop = `
struct Item
    "Something to buy."
    name String
    price UInt64 = 5
        "In cents."
    color Color = red

union Color
    red
        "Like a rose."
    rgb UInt32
    named Named?

struct Named
    name String
    lang String?

union_closed BuyError
    sold_out

route buy (Item, Item, BuyError)
    "Buys an item. Only once."
`;

describe("schemas that clients are generated from", () => {
  const schemas = schemasOf(shop);

  test("OAPI-T1: fields have no default, which generators take for a required field", () => {
    expect(schemas["t.Item.Input"]).toMatchObject({
      properties: { price: { description: "In cents.\nDefault: 5.", "x-default": 5 } },
      required: ["name"],
      additionalProperties: false,
    });
    expect(JSON.stringify(schemas)).not.toContain('"default":');
  });

  test("OAPI-T3: integers of 64 bits have no bounds of the safe range", () => {
    expect(schemas["t.Item"]?.["properties"]?.["price"]).not.toHaveProperty("maximum");
    expect(schemas["t.Item"]?.["properties"]?.["price"]).toMatchObject({
      type: "integer",
      format: "uint64",
      minimum: 0,
    });
  });

  test("OAPI-T4: variants are components, to which a discriminator maps all tags", () => {
    expect(schemas["t.Color"]).toEqual({
      oneOf: ["t.Color.tag.red", "t.Color.tag.rgb", "t.Color.tag.named", "Other"].map((name) => ({
        $ref: `#/components/schemas/${name}`,
      })),
      discriminator: {
        propertyName: ".tag",
        mapping: {
          red: "#/components/schemas/t.Color.tag.red",
          rgb: "#/components/schemas/t.Color.tag.rgb",
          named: "#/components/schemas/t.Color.tag.named",
          other: "#/components/schemas/Other",
        },
      },
      "x-open": true,
    });
    expect(schemas["t.Color.tag.red"]).toEqual({
      description: "Like a rose.",
      type: "object",
      properties: { ".tag": { type: "string", const: "red" } },
      required: [".tag"],
    });
    expect(schemas["t.Color.Input"]?.["anyOf"]).toMatchObject([
      { type: "string", enum: ["red"] },
      { discriminator: { mapping: { red: "#/components/schemas/t.Color.Input.tag.red" } } },
    ]);
  });

  test("OAPI-T5: only a description and a deprecation stand beside a reference, and nothing beside allOf", () => {
    const visit = (value: unknown): void => {
      if (typeof value === "object" && value !== null) {
        if ("$ref" in value) {
          expect(["$ref", "deprecated", "description"]).toEqual(expect.arrayContaining(Object.keys(value)));
        }
        if ("allOf" in value) {
          expect(Object.keys(value).filter((key) => !/^x-|^(?:allOf|description|deprecated)$/.test(key))).toEqual([]);
        }
        Object.values(value).forEach(visit);
      }
    };
    visit(schemas);
    visit(openApi(apiNamed("spec")).document.components);
  });

  test("a variant with a nullable struct is the tag alone, or has all that the struct needs", () => {
    expect(schemas["t.Color.tag.named"]).toMatchObject({
      required: [".tag"],
      dependentRequired: { lang: ["name"] },
      additionalProperties: false,
    });
  });

  test("OAPI-3: a type has one component where both views are the same, and a clash of names is a note", () => {
    const { document, notes } = openApi(
      apiOf(`
alias Id = String(min_length=1)

struct Item
    id Id

struct ItemInput
    id Id

route put (Item, Item, Void)

route get (Void, ItemInput, Void)
`),
    );
    expect(Object.keys(document.components["schemas"] ?? {})).toEqual([
      "t.Id",
      "t.Item",
      "t.Item.Input",
      "t.ItemInput2",
    ]);
    expect(notes).toMatchObject([{ code: "component-renamed", place: "t.ItemInput" }]);
  });

  test("what annotations say is in extensions", () => {
    const found = schemasOf(
      `
import marks

struct S
    a String
        @marks.Secret
    b Int32
        @marks.Internal
    c Boolean
        @marks.Soon

route get (Void, S, Void)

namespace marks

annotation Secret = RedactedBlot()
annotation Internal = Omitted("staff")
annotation Soon = Preview()
`,
      { callers: ["staff"] },
    );
    expect(found["t.S"]?.["properties"]).toMatchObject({
      a: { "x-redacted": "blot" },
      b: { "x-omitted": "staff" },
      c: { "x-preview": true },
    });
  });
});

const stoneCfg = `
namespace stone_cfg

struct Route
    auth String = "user"
    host String = "api"
    style String = "rpc"
    permission String?
    select_admin Boolean = false
    tier String = "gold"
`;

describe("operations", () => {
  const document = of(
    `
struct Arg
    path String
    rev String?

    example first
        path = "/é"

struct Result
    size UInt64

union LookupError
    not_found

union FetchError
    path LookupError

struct Options
    limit UInt32 = 10

route fetch (Arg, Result, FetchError)
    "Gets a file. See :route:\`list\`."
    attrs
        style = "download"
        host = "content"
        permission = "files.read"

route store (Arg, Result, FetchError)
    attrs
        style = "upload"
        select_admin = true

route list (Options, List(Result), Void)
    attrs
        auth = "app, user"

route list:2 (Void, Void, Void)
    attrs
        auth = "noauth"

route old (Void, Void, Void) deprecated by list:2

route watch (Void, Void, Void)
    attrs
        style = "stream"
${stoneCfg}`,
    {
      binding: {
        hosts: { api: "https://api.test", content: "https://content.test" },
        oauth: { authorizeUrl: "https://api.test/authorize", tokenUrl: "https://api.test/token" },
      },
    },
  );
  const paths = document["paths"] ?? {};

  test("operations have an id, a tag, a summary, the server of their host and the alternatives of authentication", () => {
    expect(paths["/2/t/list"]?.["post"]).toMatchObject({
      operationId: "t_list",
      tags: ["t"],
      summary: "t/list",
      security: [{ app: [] }, { user: [] }],
      requestBody: { required: false },
      "x-stone-attributes": { tier: "gold" },
    });
    expect(document["servers"]).toMatchObject([{ url: "https://api.test" }]);
    expect(paths["/2/t/list"]?.["post"]).not.toHaveProperty("servers");
    expect(paths["/2/t/fetch"]?.["post"]?.["servers"]).toMatchObject([{ url: "https://content.test" }]);
    expect(paths["/2/t/list_v2"]?.["post"]).toMatchObject({ operationId: "t_list_v2", security: [{}] });
    expect(document["components"]?.["securitySchemes"]).toMatchObject({
      app: { type: "http", scheme: "basic" },
      user: {
        type: "oauth2",
        flows: {
          authorizationCode: {
            tokenUrl: "https://api.test/token",
            scopes: { "files.read": expect.any(String) as unknown },
          },
        },
      },
    });
  });

  test("OAPI-T2: operations of downloads have the argument in a header or in the URL, and the result in a header", () => {
    const { get, post } = paths["/2/t/fetch"] ?? {};
    expect(post).toMatchObject({
      summary: "Gets a file.",
      description: "Gets a file. See t/list.\n\nNeeds the permission `files.read`.",
      parameters: [
        {
          name: "Service-API-Arg",
          in: "header",
          required: true,
          content: { "application/json": { examples: { first: { value: { path: "/é" } } } } },
        },
        { name: "Range", in: "header" },
        { name: "If-None-Match", in: "header" },
        { $ref: "#/components/parameters/SelectUser" },
      ],
    });
    expect(get).toMatchObject({ operationId: "t_fetch_get", parameters: [{ name: "arg", in: "query" }, {}, {}, {}] });
    expect(Object.keys(post?.["responses"] ?? {})).toEqual([
      "200",
      "206",
      "304",
      "400",
      "401",
      "403",
      "409",
      "429",
      "5XX",
    ]);
    expect(post?.["responses"]?.["206"]).toMatchObject({
      headers: {
        "Service-API-Result": { content: { "application/json": { schema: { $ref: expect.any(String) as unknown } } } },
      },
      content: { "application/octet-stream": { schema: {} } },
    });
  });

  test("operations of uploads have the content in the body, and may select an administrator", () => {
    expect(paths["/2/t/store"]?.["post"]).toMatchObject({
      requestBody: { required: true, content: { "application/octet-stream": { schema: {} } } },
      parameters: [{ in: "header" }, {}, { $ref: "#/components/parameters/SelectAdmin" }],
    });
  });

  test("operations have the error of the route as 409, with the paths of its summary, unless there is none", () => {
    expect(paths["/2/t/fetch"]?.["post"]?.["responses"]?.["409"]).toMatchObject({
      content: {
        "application/json": {
          schema: {
            properties: {
              error_summary: { examples: ["path/not_found/..", "path/other/..", "other/.."] },
              error: { $ref: "#/components/schemas/t.FetchError" },
            },
            required: ["error_summary", "error"],
          },
          examples: {
            "path/not_found": {
              value: {
                error_summary: "path/not_found/..",
                error: { ".tag": "path", path: { ".tag": "not_found" } },
              },
            },
            "path/other": {},
            other: { value: { error: { ".tag": "other" } } },
          },
        },
      },
    });
    expect(paths["/2/t/list"]?.["post"]?.["responses"]).not.toHaveProperty("409");
  });

  test("OAPI-8: operations with `downloads: post` have no GET", () => {
    const methods = ({ document }: { document: OpenApiDocument }): string[][] =>
      Object.values(document.paths).map((one) => Object.keys(one));
    const api = apiNamed("spec");
    expect(methods(openApi(api))).toContainEqual(["get", "post"]);
    expect(new Set(methods(openApi(api, { downloads: "post" })).flat())).toEqual(new Set(["post"]));
  });

  test("operations that are deprecated name their successor, and routes without an argument have no body", () => {
    expect(paths["/2/t/old"]?.["post"]).toMatchObject({ deprecated: true, description: "Use `t_list_v2` instead." });
    expect(paths["/2/t/old"]?.["post"]).not.toHaveProperty("requestBody");
    expect(paths["/2/t/old"]?.["post"]?.["responses"]?.["200"]).toMatchObject({
      content: { "application/json": { schema: { type: "null" } } },
    });
  });

  test("operations are left out with a note if nothing is known of their style", () => {
    expect(paths).not.toHaveProperty("/2/t/watch");
    const { notes } = openApi(
      apiOf(`route watch (Void, Void, Void)\n    attrs\n        style = "stream"\n${stoneCfg}`),
    );
    expect(notes).toMatchObject([{ code: "style-not-exported", place: "t/watch" }]);
  });

  test("operations have different ids, with a note", () => {
    const { document, notes } = openApi(apiOf("route a/b (Void, Void, Void)\n\nroute a_b (Void, Void, Void)"));
    const ids = Object.values(document.paths).map((path) => (path["post"] as { operationId: string }).operationId);
    expect(ids).toEqual(["t_a_b", "t_a_b2"]);
    expect(notes).toMatchObject([{ code: "operation-renamed", place: "t/a_b" }]);
  });
});

test("a host without a fixed URL is a variable, and routes of no known authentication take a token", () => {
  const document = openApi(apiOf("route a (Void, Void, Void)")).document as OpenApiDocument & { servers: unknown };
  expect(document.servers).toEqual([{ url: "https://{host}", variables: { host: { default: "localhost" } } }]);
  expect(document.components["securitySchemes"]).toMatchObject({ token: { type: "http", scheme: "bearer" } });
});

test("OUT-3: the document does not depend on the order of the files, and YAML says the same as JSON", async () => {
  const files = [
    "namespace a\nimport b\nroute r (b.T, Void, Void)",
    'namespace b\nstruct T\n    y String(pattern="yes|no")',
  ];
  const [document, other] = [files, files.toReversed()].map((texts) => buildOpenApi(apiOfTexts(texts), {}).document);
  expect(printJson(other)).toBe(printJson(document));
  expect(parse(await printOpenApi(document, "yaml"))).toEqual(JSON.parse(await printOpenApi(document, "json")));
});

test("PROD-42: notifications are webhooks, with the headers of their signature", () => {
  const api = compileFiles("spec");
  const payload = ["webhooks.FileAccessNotification", "webhooks.TeamChangeNotification"];
  const { document } = openApi(api, { binding: { webhooks: { payload } } });
  expect(Object.keys(document.webhooks ?? {})).toEqual(payload);
  const { post } = document.webhooks?.["webhooks.TeamChangeNotification"] as { post: Record<string, unknown> };
  expect(post).toMatchObject({
    parameters: [{ name: "X-Service-Signature", in: "header", required: true }],
    requestBody: {
      content: { "application/json": { schema: { $ref: "#/components/schemas/webhooks.TeamChangeNotification" } } },
    },
  });
  expect(document.components["schemas"]).toHaveProperty(["webhooks.TeamEvent"]);
  const standard = openApi(api, { binding: { webhooks: { payload, signature: "standard" } } }).document;
  expect(JSON.stringify(standard.webhooks)).toContain("webhook-timestamp");
  expect(openApi(api).document.webhooks).toBeUndefined();
});
