import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { configSchema } from "../../tools/build/config-schema.js";
import type { Config } from "../../src/project/config.js";

const whole: Config = {
  $schema: "./node_modules/ashlar/dist/config-schema.json",
  specs: ["spec"],
  out: "src/api",
  output: "source",
  importExtension: "",
  modules: "esm",
  package: { name: "shop-api", author: "Ada", repository: { url: "https://example.com" }, bin: { shop: "bin.js" } },
  binding: { preset: "dropbox", hosts: { api: "https://api.example.com" }, headers: { arg: "X-Arg" } },
  compat: {
    against: "git:main...",
    level: "caller",
    rules: { "host-changed": "warn" },
    attributes: { scope: "requires" },
    messages: { "webhooks.*": "response" },
    ignore: [{ rule: "tag-added", subject: "files.*", reason: "No client asks for it.", until: "2027-03-31" }],
  },
  filters: { attributes: [":all"], routeWhitelistFilter: { route_whitelist: { a: ["*"] }, datatype_whitelist: {} } },
};

describe("the JSON Schema of configurations", () => {
  const schema = JSON.parse(readFileSync("dist/config-schema.json", "utf8")) as object;
  const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);

  test("the JSON Schema of configurations is made from the type of a configuration", () => {
    expect(schema).toEqual(configSchema());
  });

  test("the JSON Schema of configurations accepts every option", () => {
    expect([validate(whole), validate.errors]).toEqual([true, null]);
  });

  test.each<[string, object]>([
    ["an unknown option", { ...whole, outt: "x" }],
    ["an unknown key at any depth", { ...whole, package: { repository: { url: "x", typ: "git" } } }],
    ["a value of another type", { ...whole, out: 1 }],
    ["a value that is none of those named", { ...whole, modules: "cjs" }],
    ["a configuration without specifications", { out: "api" }],
  ])("the JSON Schema of configurations refuses %s", (_, config) => {
    expect(validate(config)).toBe(false);
  });

  test("the JSON Schema of configurations explains options to editors in the words of their docstrings", () => {
    expect(schema).toHaveProperty("properties.out.description", "The folder to write into; `generated` by default.");
  });
});
